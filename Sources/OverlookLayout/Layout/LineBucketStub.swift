/// Stands in until the layer type is laid out.
package final class LineBucket: Sendable {
  package let id = BucketID()
  package let byteCount = 0
}
