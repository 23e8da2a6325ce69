/// Numbers for objects, the same for as long as an object lives and is asked for, and no two alike.
package final class AccessibleNumbers {
  private struct Entry {
    weak var object: AnyObject?
    var number: UInt32
    var isUsed = true
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var objects: [UInt32: ObjectIdentifier] = [:]
  private var last = AccessibleTree.ID.firstFree

  package init() {}

  /// Of an object; a new one where it has none.
  package func number(of object: AnyObject) -> UInt32 {
    let key = ObjectIdentifier(object)
    if let entry = entries[key], entry.object === object {
      entries[key]?.isUsed = true
      return entry.number
    }
    if let old = entries[key] { objects[old.number] = nil }
    // Around the end after four billion controls.
    last = max(last &+ 1, AccessibleTree.ID.firstFree)
    entries[key] = Entry(object: object, number: last)
    objects[last] = key
    return last
  }

  /// The object of a number; nil when it is gone.
  package func object(_ number: UInt32) -> AnyObject? { objects[number].flatMap { entries[$0]?.object } }

  /// Forgets objects whose number nobody asked for since the last time.
  package func forgetUnused() {
    for (key, entry) in entries where !entry.isUsed {
      entries[key] = nil
      objects[entry.number] = nil
    }
    for key in entries.keys { entries[key]?.isUsed = false }
  }
}
