/// Labels and icons of one style layer in one tile, shaped and with what placement needs.
package final class SymbolBucket: Sendable {
  package let id = BucketID()
  package let byteCount = 0
}
