extension StaticString {
  /// Where its bytes lie, which is the same for as long as the process runs, and no other literal's. The pointer is never read through.
  var address: UInt { hasPointerRepresentation ? UInt(bitPattern: utf8Start) : UInt(unicodeScalar.value) }
}
