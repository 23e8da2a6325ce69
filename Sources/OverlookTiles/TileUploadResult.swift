/// What became of pictures of tiles in a frame of a renderer. The owner of the tiles hands it to `TileLayerRuntime.take`.
package struct TileUploadResult: Sendable {
  /// A picture that the renderer cannot hold, for instance because it is too large.
  package struct Refusal: Hashable, Sendable {
    package let id: TileContentID
    package let reason: String
    /// Whether there may be room for it later.
    package let isPassing: Bool

    package init(id: TileContentID, reason: String, isPassing: Bool = false) {
      (self.id, self.reason, self.isPassing) = (id, reason, isPassing)
    }
  }

  /// What the renderer holds now.
  package var uploaded: [TileContentID] = []
  package var refused: [Refusal] = []
  /// What the renderer held and holds no more, to make room.
  package var dropped: [TileContentID] = []

  package init() {}
}
