/// A format that `FileCheck` knows: how it is recognised, and how all of it is read.
package struct CheckedFormat: Sendable {
  let recognizes: @Sendable (CheckInput) -> Bool
  /// Whether another format may know the same file, for what else is in it.
  var isPart = false
  /// Throws when the file cannot be used; parts that cannot are findings.
  let check: @Sendable (CheckInput, inout CheckFindings) throws(FormatError) -> Void

  package init(
    recognizes: @escaping @Sendable (CheckInput) -> Bool,
    check: @escaping @Sendable (CheckInput, inout CheckFindings) throws(FormatError) -> Void
  ) {
    self.recognizes = recognizes
    self.check = check
  }

  /// Every format of this module, the surest signs first. A new format joins by an entry here.
  static let all: [CheckedFormat] = [
    .archive, .geoPackageTiles, .picture, .geoTIFF, .gzip, .model, .tileJSON, .wmts, .wms, .tms, .tmsService, .vectorTile,
    .glyphs,
  ]
}

extension CheckedFormat {
  /// Budgets for whole files, in bytes.
  private static let pictureByteCount = 256 << 20
  private static let gzipByteCount = 64 << 20
  private static let jsonByteCount = 32 << 20
  private static let xmlByteCount = 64 << 20

  private static let archive = CheckedFormat(
    recognizes: { input in
      if input.head.starts(with: PMTilesHeader.magic) { return true }
      // A GeoPackage says so where SQLite has room for the name of a program.
      return input.head.starts(with: "SQLite format 3\0".utf8) && !input.head.dropFirst(68).starts(with: "GP".utf8)
    },
    check: { input, findings throws(FormatError) in
      guard input.isFile else { throw .unsupported(input.path, fault: "a tile archive inside gzip data: unpack it first") }
      try ArchiveCheck.run(input.path, &findings)
    })

  /// The tiles of a GeoPackage that has some; its features are another module's.
  private static let geoPackageTiles = {
    var format = CheckedFormat(
      recognizes: { input in
        guard ArchiveOpener.isGeoPackage(input.head) else { return false }
        return !input.isFile || (try? GeoPackageTiles.contents(path: input.path))?.tiles.isEmpty == false
      },
      check: { input, findings throws(FormatError) in
        guard input.isFile else { throw .unsupported(input.path, fault: "a GeoPackage inside gzip data: unpack it first") }
        do throws(FormatError) {
          try ArchiveCheck.run(input.path, &findings)
        } catch {
          // The features can be used without them.
          guard try !GeoPackageTiles.contents(path: input.path).features.isEmpty else { throw error }
          findings.add("tiles that cannot be used: \(error.cause(without: "GeoPackage", of: input.path))")
        }
      })
    format.isPart = true
    return format
  }()

  private static let picture = CheckedFormat(
    recognizes: { ImageFormat.sniffed($0.head) != nil },
    check: { input, _ throws(FormatError) in
      _ = try ImageDecoder.decode(try input.bytes(limit: pictureByteCount), limits: .userImage)
    })

  private static let geoTIFF = CheckedFormat(
    recognizes: { GeoTIFF.isLikely($0.head) },
    check: { input, findings throws(FormatError) in
      let file =
        input.isFile
        ? try GeoTIFF(path: input.path) : try GeoTIFF(bytes: try input.bytes(limit: gzipByteCount), name: input.path)
      for warning in file.warnings { findings.add(warning) }
      var first: FormatError?
      let (blocks, faults) = try file.visitFaults { (place, error) in
        first = first ?? error
        findings.add("blocks left out: \(error.cause(without: place, of: input.path))", at: place)
      }
      if let first, faults == blocks { throw first }
    })

  private static let gzip = CheckedFormat(
    recognizes: { Gzip.isGzip($0.head) },
    check: { input, findings throws(FormatError) in
      guard input.isFile else { throw .unsupported(input.path, fault: "gzip data inside gzip data") }
      let stored = try input.bytes(limit: gzipByteCount)
      let content = try Gzip.inflate(stored, limit: gzipByteCount, thing: "gzip data")
      try FileCheck.check(CheckInput(path: input.path, content: content), &findings)
    })

  /// glTF, told by its first bytes or by what its JSON says of itself.
  private static let model = CheckedFormat(
    recognizes: { ModelReader.isLikely($0.head) },
    check: { input, findings throws(FormatError) in
      guard input.isFile else {
        findings = try ModelReader.read(try input.bytes(limit: ModelLimits().byteCount)).findings
        return
      }
      findings = try ModelReader.read(path: input.path).findings
    })

  private static let vectorTile = CheckedFormat(
    recognizes: { VectorTile.isLikely($0.head) },
    check: { input, findings throws(FormatError) in
      var audit = VectorTileAudit()
      let faults = try audit.faults(of: try input.bytes(limit: VectorTileLimits.byteCount))
      for (fault, count) in faults.all { findings.add("\(fault.text): \(count)") }
    })

  private static let glyphs = CheckedFormat(
    recognizes: { GlyphRange.isLikely($0.head) },
    check: { input, findings throws(FormatError) in
      let range = try GlyphRange(try input.bytes(limit: GlyphRange.maximumByteCount))
      if range.faultCount > 0 { findings.add("glyphs left out: damaged: \(range.faultCount)") }
    })

  private static let tileJSON = document(.tileJSON, byteCount: jsonByteCount) { bytes throws(FormatError) in
    try TileJSON(json: bytes, baseURL: nil).warnings
  }

  private static let wmts = document(.wmtsCapabilities, byteCount: xmlByteCount) { bytes throws(FormatError) in
    let document = try WMTSCapabilities(xml: bytes, baseURL: nil)
    // The layer that is shown when none is asked for: without one the document is of no use.
    return document.warnings + (try document.address()).warnings
  }

  private static let wms = document(.wmsCapabilities, byteCount: xmlByteCount) { bytes throws(FormatError) in
    let document = try WMSCapabilities(xml: bytes, baseURL: nil)
    return document.warnings + (try document.address()).warnings
  }

  private static let tms = document(.tmsMap, byteCount: xmlByteCount) { bytes throws(FormatError) in
    try TMSDocument(xml: bytes, baseURL: nil).warnings
  }

  private static let tmsService = document(.tmsService, byteCount: xmlByteCount) { bytes throws(FormatError) in
    let service = try TMSService(xml: bytes, baseURL: nil)
    return service.maps.contains(where: \.isWebMercator) ? [] : ["no map is said to be in Web Mercator"]
  }

  /// A document that describes tiles; `read` gives its warnings.
  private static func document(
    _ kind: DocumentKind, byteCount: Int, _ read: @escaping @Sendable ([UInt8]) throws(FormatError) -> [String]
  ) -> CheckedFormat {
    CheckedFormat(
      recognizes: { DocumentKind.sniffed($0.head) == kind },
      check: { input, findings throws(FormatError) in
        for warning in try read(try input.bytes(limit: byteCount)) { findings.add(warning) }
      })
  }
}
