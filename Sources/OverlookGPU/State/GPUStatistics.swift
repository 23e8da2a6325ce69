/// What was asked of the driver since the frame began; every draw and every upload goes through it.
package struct GPUStatistics: Equatable, Sendable {
  package var drawCalls = 0
  /// Instances of instanced draws; a plain draw counts as one.
  package var instances = 0
  /// Vertices or indices, times instances.
  package var vertices = 0
  package var uploads = 0
  package var uploadedBytes = 0

  package init() {}

  /// What was counted since `earlier`, of the same frame.
  package func since(_ earlier: GPUStatistics) -> GPUStatistics {
    var difference = self
    difference.drawCalls -= earlier.drawCalls
    difference.instances -= earlier.instances
    difference.vertices -= earlier.vertices
    difference.uploads -= earlier.uploads
    difference.uploadedBytes -= earlier.uploadedBytes
    return difference
  }

  mutating func countDraw(vertices count: Int, instances instanceCount: Int) {
    drawCalls += 1
    instances += instanceCount
    vertices += count * instanceCount
  }

  mutating func countUpload(bytes: Int) {
    uploads += 1
    uploadedBytes += bytes
  }
}
