import OverlookFormats

/// Protocol buffer messages written by hand, right or wrong.
package struct Message {
  private var writer = ByteWriter()

  package init() {}

  package var bytes: [UInt8] { writer.bytes }

  package func varint(_ field: UInt64, _ value: UInt64) -> Message {
    adding {
      $0.writeVarint(field << 3); $0.writeVarint(value)
    }
  }

  /// As `varint`, of a signed number in the zigzag form.
  package func signed(_ field: UInt64, _ value: Int64) -> Message {
    varint(field, UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  package func part(_ field: UInt64, _ bytes: [UInt8]) -> Message {
    adding {
      $0.writeVarint(field << 3 | 2); $0.writeVarint(UInt64(bytes.count)); $0.write(contentsOf: bytes)
    }
  }

  package func text(_ field: UInt64, _ text: String) -> Message { part(field, Array(text.utf8)) }

  package func packed(_ field: UInt64, _ values: [UInt64]) -> Message { part(field, Self.varints(values)) }

  package func fixed32(_ field: UInt64, _ value: UInt32) -> Message {
    adding {
      $0.writeVarint(field << 3 | 5); $0.write(value)
    }
  }

  package func fixed64(_ field: UInt64, _ value: UInt64) -> Message {
    adding {
      $0.writeVarint(field << 3 | 1); $0.write(value)
    }
  }

  package func raw(_ bytes: [UInt8]) -> Message { adding { $0.write(contentsOf: bytes) } }

  package static func varints(_ values: [UInt64]) -> [UInt8] {
    var writer = ByteWriter()
    for value in values { writer.writeVarint(value) }
    return writer.bytes
  }

  private func adding(_ body: (inout ByteWriter) -> Void) -> Message {
    var copy = self
    body(&copy.writer)
    return copy
  }
}
