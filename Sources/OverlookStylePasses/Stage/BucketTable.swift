import OverlookGPU
import OverlookLayout

/// What a pass keeps in the driver's memory of buckets and pictures, by their ids.
@MainActor struct BucketTable<Content> {
  private var contents: [BucketID: Content] = [:]

  subscript(id: BucketID) -> Content? {
    get { contents[id] }
    set { contents[id] = newValue }
  }

  /// Brings what is kept up to date, or makes it.
  mutating func prepare(
    _ id: BucketID, update: (Content) throws(GPUError) -> Void = { _ in }, make: () throws(GPUError) -> Content
  ) throws(GPUError) {
    if let known = contents[id] { return try update(known) }
    contents[id] = try make()
  }

  /// Forgets what no frame needs any more.
  mutating func keepOnly(_ live: Set<BucketID>) {
    for id in contents.keys where !live.contains(id) { contents[id] = nil }
  }
}
