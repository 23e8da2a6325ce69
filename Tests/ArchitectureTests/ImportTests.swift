import Foundation
import Testing

/// The arrows between targets, as ARCHITECTURE.md draws them; Package.swift holds them too, and here no arrow can be added
/// without being seen.
@Suite struct ImportTests {
  /// Modules of the toolchain that a target may use beyond Swift and Glibc, and its arrows to other targets and packages.
  static let allowed: [String: Set<String>] = [
    "OverlookGeometry": [],
    "OverlookAstronomy": ["Foundation", "OverlookGeometry"],
    "OverlookSupport": ["Foundation", "Observation", "Synchronization", "Dispatch", "OverlookGeometry"],
    "OverlookCamera": ["OverlookGeometry"],
    "OverlookInput": ["Foundation", "Synchronization", "OverlookGeometry", "OverlookCamera", "OverlookSupport"],
    "OverlookScene": ["OverlookGeometry", "OverlookCamera", "OverlookSupport"],
    "OverlookFormats": [
      "Foundation", "Dispatch", "Synchronization", "OverlookGeometry", "OverlookSupport", "CImageCodecs", "CZlib", "CExpat",
      "CSQLite", "GRDB",
    ],
    "OverlookNetwork": [
      "Foundation", "Dispatch", "Synchronization", "OverlookSupport", "CCurl", "CZlib", "GRDB", "Logging",
    ],
    "OverlookTiles": [
      "Foundation", "Dispatch", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookFormats",
      "OverlookNetwork", "Logging",
    ],
    "OverlookTileBuilder": ["OverlookGeometry", "OverlookSupport", "OverlookFormats"],
    "OverlookRoads": ["Foundation", "Dispatch", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookFormats"],
    "OverlookRouting": [
      "Foundation", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookNetwork",
      "OverlookRoads",
    ],
    "OverlookSearch": [
      "Foundation", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookNetwork", "CSQLite",
      "GRDB",
    ],
    "OverlookRegions": [
      "Foundation", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookNetwork",
      "OverlookTileBuilder", "OverlookRoads", "OverlookRouting", "OverlookSearch", "OverlookAssets",
    ],
    "OverlookFiles": [
      "Foundation", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookFormats", "GRDB",
    ],
    "OverlookStreams": ["Foundation", "Synchronization", "OverlookSupport", "OverlookFormats"],
    "OverlookAccessibility": [
      "Foundation", "Dispatch", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookStreams",
    ],
    "OverlookLocation": [
      "Foundation", "Dispatch", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookFiles",
      "OverlookStreams",
    ],
    "OverlookVoice": ["Foundation", "Dispatch", "Synchronization", "OverlookSupport", "OverlookStreams"],
    "OverlookNavigation": [
      "Foundation", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookRoads",
      "OverlookRouting", "OverlookLocation", "OverlookVoice",
    ],
    "OverlookPanorama": [
      "Foundation", "Dispatch", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookNetwork",
      "OverlookTiles", "OverlookFiles", "CImageCodecs",
    ],
    "OverlookStyle": [
      "Foundation", "_FoundationICU", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookFormats",
    ],
    "OverlookStreetScene": [
      "Foundation", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookStyle",
      "OverlookAstronomy",
      "OverlookPanorama",
    ],
    "OverlookText": [
      "Foundation", "_FoundationICU", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookFormats", "CFreeType",
      "CFriBidi", "CFontconfig",
    ],
    "OverlookLayout": [
      "Foundation", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookFormats",
      "OverlookStyle", "OverlookText",
    ],
    "OverlookStyledMap": [
      "Foundation", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookFormats",
      "OverlookNetwork", "OverlookTiles", "OverlookStyle", "OverlookText", "OverlookLayout", "Logging",
    ],
    "OverlookGPU": ["Foundation", "Synchronization", "OverlookSupport", "CGL", "CZlib"],
    "OverlookShaders": ["Foundation", "OverlookSupport", "OverlookGPU"],
    "OverlookAssets": ["OverlookSupport"],
    "OverlookRaster": [
      "Foundation", "Dispatch", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookScene",
      "OverlookStyle", "OverlookLayout", "CProcessor",
    ],
    "OverlookVector": [
      "Foundation", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookScene",
      "OverlookFormats", "OverlookStyle", "OverlookText", "OverlookLayout", "OverlookRaster", "CFreeType",
    ],
    "OverlookCanvas": [
      "Observation", "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookScene", "OverlookText", "OverlookGPU",
      "OverlookShaders",
    ],
    "OverlookProfiling": ["OverlookSupport", "OverlookScene", "OverlookGPU"],
    "OverlookPasses": [
      "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookGPU", "OverlookLayout",
      "OverlookRaster",
    ],
    "OverlookStylePasses": [
      "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookText", "OverlookGPU", "OverlookShaders", "OverlookStyle",
      "OverlookLayout", "OverlookRaster", "OverlookPasses",
    ],
    "OverlookOverlayPasses": [
      "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookScene", "OverlookGPU", "OverlookShaders",
      "OverlookLayout", "OverlookRaster", "OverlookPasses",
    ],
    "OverlookRender": [
      "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookScene", "OverlookTiles", "OverlookText", "OverlookGPU",
      "OverlookShaders", "OverlookStyle", "OverlookLayout", "OverlookCanvas", "OverlookProfiling", "OverlookPasses",
      "OverlookStylePasses", "OverlookOverlayPasses",
    ],
    "OverlookControls": [
      "Observation", "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookInput", "OverlookTiles", "OverlookText",
      "OverlookCanvas", "OverlookProfiling", "OverlookRoads", "OverlookRouting", "OverlookLocation", "OverlookNavigation",
      "OverlookAccessibility",
    ],
    "OverlookPanoramaView": [
      "Foundation", "Synchronization", "Observation", "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookInput",
      "OverlookScene", "OverlookTiles", "OverlookText", "OverlookGPU", "OverlookShaders", "OverlookCanvas", "OverlookControls",
      "OverlookPanorama", "OverlookAstronomy", "OverlookRaster", "OverlookPasses", "OverlookProfiling", "OverlookAccessibility",
      "OverlookStreetScene",
    ],
    "Overlook": [
      "Foundation", "Dispatch", "Synchronization", "Observation", "OverlookAstronomy", "OverlookGeometry", "OverlookSupport",
      "OverlookCamera", "OverlookInput", "OverlookScene", "OverlookFormats", "OverlookNetwork", "OverlookTiles", "OverlookGPU",
      "OverlookCanvas",
      "OverlookProfiling", "OverlookPasses", "OverlookOverlayPasses", "OverlookRender", "OverlookControls", "OverlookAssets",
      "OverlookStyle", "OverlookLayout", "OverlookStyledMap", "OverlookPlatform", "OverlookRoads",
      "OverlookRouting", "OverlookSearch", "OverlookRegions", "OverlookFiles", "Logging", "OverlookLocation", "OverlookVoice",
      "OverlookNavigation", "OverlookPanorama",
      "OverlookPanoramaView", "OverlookVector", "OverlookAccessibility", "OverlookStreetScene",
    ],
    "OverlookViewer": [
      "Foundation", "Dispatch", "Synchronization", "Observation", "Overlook", "OverlookControls", "OverlookCanvas",
      "OverlookInput", "OverlookCamera", "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookFiles",
      "OverlookTiles", "OverlookRegions", "OverlookSearch", "OverlookScene", "OverlookAstronomy", "OverlookAssets",
      "OverlookPlatform", "OverlookStreams", "OverlookPanorama", "OverlookPanoramaView", "OverlookStyle", "OverlookLayout",
      "OverlookStyledMap", "OverlookText", "OverlookRouting", "OverlookNavigation", "OverlookAccessibility",
    ],
    "OverlookPlatform": [
      "Foundation", "Dispatch", "Synchronization", "OverlookGeometry", "OverlookSupport", "OverlookInput", "OverlookGPU",
      "CGLFW", "CEGL", "CGL",
    ],
    "OverlookMeasurement": ["Synchronization", "CAllocationCounter", "CGraphicsCallCounter"],
    "OverlookBench": [
      "Foundation", "Dispatch", "Overlook", "OverlookInput", "OverlookPlatform", "OverlookGPU", "OverlookSupport",
      "OverlookScene",
      "OverlookCamera",
      "OverlookGeometry", "OverlookMeasurement", "OverlookFormats", "OverlookNetwork", "OverlookTiles", "OverlookProfiling",
      "OverlookPasses",
      "OverlookRender", "OverlookAssets", "OverlookStyle", "OverlookLayout", "OverlookStyledMap", "OverlookRoads",
      "OverlookRouting", "OverlookSearch", "OverlookRegions", "OverlookFiles", "CImageCodecs", "OverlookLocation",
      "OverlookVoice", "OverlookNavigation", "OverlookPanorama",
      "OverlookPanoramaView",
      "Synchronization",
      "Histogram", "GRDB",
    ],
    "OverlookCommand": [
      "Foundation", "Dispatch", "Synchronization", "Overlook", "OverlookViewer", "OverlookPlatform", "OverlookStreams",
      "OverlookAstronomy",
      "OverlookBench",
      "OverlookFormats",
      "OverlookRender",
      "OverlookInput", "OverlookCamera", "OverlookGeometry", "OverlookSupport", "OverlookStyle", "OverlookLayout",
      "OverlookStyledMap", "OverlookAssets", "OverlookTileBuilder", "OverlookText",
      "OverlookRoads", "OverlookRouting", "OverlookSearch", "OverlookRegions", "OverlookFiles", "OverlookStreetScene",
      "ArgumentParser", "Logging",
      "OverlookLocation", "OverlookVoice", "OverlookNavigation", "OverlookPanorama",
      "OverlookPanoramaView",
    ],
    "OverlookWorldBuilder": [
      "Foundation", "OverlookFormats", "OverlookGeometry", "OverlookSupport", "OverlookTileBuilder", "OverlookSearch", "GRDB",
    ],
  ]

  /// The models: whatever they come to import, never the way to pixels or the window.
  static let models = [
    "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookInput", "OverlookScene", "OverlookTiles", "OverlookStyle",
    "OverlookLayout", "OverlookStyledMap", "OverlookRaster",
  ]
  static let pixels: Set<String> = [
    "OverlookGPU", "OverlookShaders", "OverlookCanvas", "OverlookProfiling", "OverlookPasses", "OverlookStylePasses",
    "OverlookOverlayPasses", "OverlookRender", "OverlookControls", "OverlookPlatform", "CGL", "CGLFW", "CEGL",
  ]

  @Test func everyTargetImportsOnlyWhatItsArrowsAllow() throws {
    for file in try Repository.swiftFiles("Sources", "Shaders", "Assets") {
      guard let allowed = Self.allowed[file.target] else {
        Issue.record("\(file): the target \(file.target) is not in the import table")
        continue
      }
      for module in imports(of: file) where module != "Glibc" && module != "Swift" {
        #expect(allowed.contains(module), "\(file) imports \(module)")
      }
    }
  }

  @Test func modelsKnowNothingOfTheWayToPixels() throws {
    for model in Self.models {
      let reached = reachable(from: model)
      #expect(reached.isDisjoint(with: Self.pixels), "\(model) reaches \(reached.intersection(Self.pixels).sorted())")
    }
  }

  /// The one place where they meet is the folder that makes one import enough (`Documentation/decisions/one-import.md`).
  @Test func theEngineAndThePlatformDoNotKnowEachOther() throws {
    for file in try Repository.swiftFiles("Sources/Overlook") where imports(of: file).contains("OverlookPlatform") {
      let isMeetingPlace = file.path.hasPrefix("Sources/Overlook/Windows/") || file.path == "Sources/Overlook/Exports.swift"
      #expect(isMeetingPlace, "\(file) imports the platform")
    }
    #expect(!reachable(from: "OverlookPlatform").contains("Overlook"))
  }

  @Test func readsEveryFormOfImport() {
    let file = Repository.SourceFile(
      path: "Sources/X/a.swift",
      lines: [
        "import A", "  internal import B", "public import struct C.D", "@preconcurrency package import E", "// import F",
        "let text = \"import G\"", "#if canImport(H)", "@testable import I",
      ])
    #expect(imports(of: file) == ["A", "B", "C", "E", "I"])
  }

  private func reachable(from target: String) -> Set<String> {
    var reached: Set<String> = []
    var open = [target]
    while let next = open.popLast() {
      for module in Self.allowed[next] ?? [] where reached.insert(module).inserted { open.append(module) }
    }
    return reached
  }

  private func imports(of file: Repository.SourceFile) -> [String] {
    file.code.compactMap { line in
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
      let modifiers: Set<String> = ["public", "package", "internal", "private", "fileprivate"]
      guard let first = words.firstIndex(where: { !$0.hasPrefix("@") && !modifiers.contains($0) }), words[first] == "import"
      else {
        return nil
      }
      let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let name = words.dropFirst(first + 1).first { !kinds.contains($0) }
      return name?.split(separator: ".").first.map(String.init)
    }
  }
}
