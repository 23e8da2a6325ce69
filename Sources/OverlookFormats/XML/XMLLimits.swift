/// How much of an XML document is read before it is refused.
package struct XMLLimits: Hashable, Sendable {
  package var byteCount = 64 << 20
  /// Elements within elements.
  package var depth = 256
  package var elementCount = 1_000_000
  package var attributesPerElement = 256
  package var attributeCount = 1_000_000
  /// Different names of elements and attributes.
  package var nameCount = 65_536
  /// Bytes in UTF-8 of one element's own text, or of one attribute.
  package var textByteCount = 8 << 20
  /// Bytes of one tag, comment or instruction: what expat has to hold, and may look at again, before it reports it.
  package var tokenByteCount = 1 << 20
  /// Bytes of a DOCTYPE.
  package var doctypeByteCount = 64 << 10

  package init() {}
}
