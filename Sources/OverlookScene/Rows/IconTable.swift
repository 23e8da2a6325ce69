package import OverlookSupport

/// Names an image in the `IconTable` of a store. Small numbers, used again when the image is no longer needed.
package struct IconID: Hashable, Sendable, BitwiseCopyable {
  package let index: Int32

  package init(index: Int32) {
    self.index = index
  }
}

/// The images that the markers of one store show, each once however many markers share it, counted so that unused ones can go.
package struct IconTable: Sendable {
  package struct Entry: Sendable {
    package let image: Image
    package fileprivate(set) var useCount: Int
  }

  /// By `IconID.index`; nil where an id is free.
  package private(set) var entries = ContiguousArray<Entry?>()
  /// Another number whenever an image came or went.
  package private(set) var version = 0
  private var ids: [ObjectIdentifier: IconID] = [:]
  private var freeIDs = ContiguousArray<IconID>()
  // Runs of markers usually share one icon; this saves most of the look-ups.
  private var lastImage: Image?
  private var lastID = IconID(index: -1)

  package init() {}

  /// An empty table that goes on from the version of `other`.
  init(after other: IconTable) {
    version = other.version + 1
  }

  /// Images in use.
  package var count: Int { ids.count }

  /// Counts one more use of `image`.
  package mutating func retain(_ image: Image) -> IconID {
    if image === lastImage {
      entries[Int(lastID.index)]?.useCount += 1
      return lastID
    }
    let key = ObjectIdentifier(image)
    let id: IconID
    if let known = ids[key] {
      id = known
      entries[Int(id.index)]?.useCount += 1
    } else {
      version += 1
      let entry = Entry(image: image, useCount: 1)
      if let free = freeIDs.popLast() {
        id = free
        entries[Int(id.index)] = entry
      } else {
        id = IconID(index: Int32(entries.count))
        entries.append(entry)
      }
      ids[key] = id
    }
    lastImage = image
    lastID = id
    return id
  }

  /// Counts one use less; the image is let go with the last one.
  package mutating func release(_ id: IconID) {
    guard let entry = self[id] else { return }
    guard entry.useCount == 1 else {
      entries[Int(id.index)]?.useCount -= 1
      return
    }
    version += 1
    if entry.image === lastImage { lastImage = nil }
    ids[ObjectIdentifier(entry.image)] = nil
    entries[Int(id.index)] = nil
    freeIDs.append(id)
  }

  /// The id of an image that is in use.
  package func id(of image: Image) -> IconID? { ids[ObjectIdentifier(image)] }

  package subscript(id: IconID) -> Entry? {
    entries.indices.contains(Int(id.index)) ? entries[Int(id.index)] : nil
  }
}
