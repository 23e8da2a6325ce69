import OverlookGeometry
import OverlookText

/// What a part of a frame drew on a canvas, kept so that later frames can have it as it is. Empty, which fits no canvas, at first.
package struct CanvasRecording {
  /// What the points and letters of a recording depend on.
  private struct Conditions: Equatable {
    let canvas: ObjectIdentifier
    let size: ScreenSize
    let pixelsPerPoint: Double
    let fonts: Int
    let glyphs: Int
    let flow: CanvasFlow

    @MainActor init(_ canvas: Canvas) {
      self.canvas = ObjectIdentifier(canvas)
      (size, pixelsPerPoint, flow) = (canvas.size, canvas.pixelsPerPoint, canvas.flow)
      (fonts, glyphs) = (canvas.textVersion, canvas.atlas.generation)
    }
  }

  private var conditions: Conditions?
  private var vertices: [CanvasVertex] = []
  /// From the first of `vertices`.
  private var indices: [UInt32] = []

  package init() {}

  /// Whether `canvas` would draw the same now.
  @MainActor fileprivate func fits(_ canvas: Canvas) -> Bool { conditions == Conditions(canvas) }

  /// What `canvas` has got since it had so many vertices and indices; nothing where a clip or a picture belongs to it,
  /// or a letter of several colours.
  @MainActor fileprivate mutating func take(from canvas: Canvas, vertexCount: Int, indexCount: Int) {
    conditions = nil
    let isPlain = canvas.batches.allSatisfy {
      $0.firstIndex + $0.indexCount <= indexCount || ($0.clip < 0 && !$0.hasPictures)
    }
    guard isPlain else { return }
    vertices.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    vertices.append(contentsOf: canvas.vertices[vertexCount...])
    let first = UInt32(truncatingIfNeeded: vertexCount)
    for index in canvas.indices[indexCount...] { indices.append(index &- first) }
    conditions = Conditions(canvas)
  }

  @MainActor fileprivate func append(to canvas: Canvas) {
    if indices.isEmpty { return }
    canvas.append(vertices, indices)
  }
}

extension Canvas {
  /// Draws what `draw` draws, and keeps it in `recording` in the stead of what that has. A frame in which nothing is drawn within a
  /// clip, and no picture, can be had again.
  package func record(into recording: inout CanvasRecording, _ draw: () -> Void) {
    let (vertexCount, indexCount) = (vertices.count, indices.count)
    draw()
    recording.take(from: self, vertexCount: vertexCount, indexCount: indexCount)
  }

  /// Draws what was kept; false, and nothing drawn, where it would look otherwise by now: in another view, with other fonts.
  package func replay(_ recording: CanvasRecording) -> Bool {
    guard recording.fits(self) else { return false }
    recording.append(to: self)
    return true
  }

  /// Appends triangles whose corners are counted from the first of `corners`.
  fileprivate func append(_ corners: [CanvasVertex], _ triangles: [UInt32]) {
    prepareBatch()
    let first = UInt32(truncatingIfNeeded: vertices.count)
    vertices.append(contentsOf: corners)
    for index in triangles { indices.append(first &+ index) }
    batches[batches.count - 1].indexCount += triangles.count
  }
}
