import Foundation
import Testing

/// Rules of form that a compiler does not check.
@Suite struct SourceRuleTests {
  /// Ways to end the process, which nothing that comes from outside may reach; none is needed anywhere.
  private static let forbidden = [
    "try!", "as!", "fatalError(", "preconditionFailure(", "assertionFailure(", "unsafelyUnwrapped", "-Ounchecked",
    "-remove-runtime-asserts", "Unmanaged.fromOpaque(bitPattern", "nonisolated(unsafe) var",
  ]

  /// Targets that read bytes from outside.
  private static let parsers = [
    "OverlookFormats", "OverlookNetwork", "OverlookFiles", "OverlookStreams", "OverlookLocation", "OverlookVoice",
  ]

  /// Files of parsers that talk to C libraries, each with its invariants in comments.
  private static func isUnsafeFile(_ file: Repository.SourceFile) -> Bool {
    file.path.hasSuffix("+Unsafe.swift")
  }

  @Test func noFileIsLongerThan600Lines() throws {
    for file in try Repository.swiftFiles("Sources", "Tests", "Shaders", "Assets") {
      #expect(file.lines.count <= 600, "\(file) has \(file.lines.count) lines")
    }
  }

  @Test func nothingInTheSourcesEndsTheProcess() throws {
    for file in try Repository.swiftFiles("Sources", "Shaders", "Assets") {
      let text = file.text
      for form in Self.forbidden where text.contains(form) {
        for (number, line) in file.code.enumerated() where line.contains(form) {
          Issue.record("\(file):\(number + 1): \(form)")
        }
      }
    }
    let manifest = try String(contentsOfFile: "\(Repository.root)/Package.swift", encoding: .utf8)
    // The build of the tests may optimise, which takes no check away, and choose its linker; with any other use the package could not be
    // depended on.
    let optimising = "return strict + [.unsafeFlags([\"-O\"], .when(configuration: .debug))]"
    let linking = """
        Context.environment["OVERLOOK_TEST_BUILD"] == "1" ? [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))] : []
      """
    let others = manifest.replacing(optimising, with: "").replacing(linking, with: "")
    for form in ["Ounchecked", "remove-runtime-asserts", "unsafeFlags"] {
      #expect(!others.contains(form), "Package.swift: \(form)")
    }
  }

  /// `Foundation.Thread` says nothing when there is no thread to be had, and what it should have done never happens.
  @Test func threadsAreStartedInOnePlace() throws {
    let start = /\b(Thread(\(| *\{)|detachNewThread|pthread_create)/
    for file in try Repository.swiftFiles("Sources") where !file.path.hasSuffix("Threads/ServiceThread+Unsafe.swift") {
      for (number, line) in file.code.enumerated() where line.contains("hread") {
        #expect(line.firstMatch(of: start) == nil, "\(file):\(number + 1): \(line)")
      }
    }
  }

  /// Where the ground lies is for `GroundShape` to say, and for two files of shaders.
  @Test func nobodyElseMultipliesTheMatrixOfTheGround() throws {
    let shaders = "\(Repository.root)/Shaders/GLSL"
    let seams: Set<String> = ["view.glsl", "ground.glsl", "tile_ground.glsl"]
    for name in try FileManager.default.contentsOfDirectory(atPath: shaders) where !seams.contains(name) {
      let text = try String(contentsOfFile: "\(shaders)/\(name)", encoding: .utf8)
      #expect(!text.contains("u_clipFromCenteredPoints") && !text.contains("u_clipFromTile"), "\(name)")
    }
    // Those that hand it to shaders, the rasterizers, which draw on level ground alone, and what the benchmarks compare with.
    let allowed = [
      "OverlookCamera/", "OverlookRaster/", "OverlookPasses/ViewUniforms.swift",
      "OverlookOverlayPasses/DataLayers/Columns/DataDrawer.swift",
      "OverlookOverlayPasses/GroundOverlays/GroundPart.swift", "OverlookBench/Baseline/",
    ]
    for file in try Repository.swiftFiles("Sources") where !allowed.contains(where: { file.path.contains($0) }) {
      #expect(!file.code.contains { $0.contains("clipFromCenteredPoints") }, "\(file)")
    }
  }

  /// A map is a camera, components and controls. What belongs to one of those extends the map beside it, where its component is found.
  @Test func theMapItselfNamesNoFeature() throws {
    let names =
      /\bstandard\.(?!all\b)|\b(standardControls|styledMap|tileLayers|overlayStore|overlayItems|infoWindow|selectedMarker|navigator|traffic|indoor|fileLayers|accessibility)\b|[mM]arkerDrag|uildings/
    let files = try Repository.swiftFiles("Sources").filter {
      $0.path.hasSuffix("Overlook/Map/MapView.swift") || $0.path.contains("Overlook/Map/View/")
    }
    #expect(files.count > 10)
    for file in files {
      for (number, line) in file.code.enumerated() {
        #expect(line.firstMatch(of: names) == nil, "\(file):\(number + 1): \(line)")
      }
    }
  }

  /// What has one rank has one size, in the window and on the map.
  @Test func lettersOfTheInterfaceHaveTheSizesOfTheScale() throws {
    // `size: 12`, `textSize = 12.5`, `size: isNew ? 14 : 13`; sizes of a few points are no letters'.
    let size = /([ (]size: |[a-z]+Size *[=:] *)([^,()]* \? )?([0-9.]+)/
    let isStep = /stepSize|byteSize/
    let targets = ["OverlookControls", "OverlookViewer", "OverlookPanoramaView", "Overlook"]
    for file in try Repository.swiftFiles("Sources")
    where targets.contains(file.target) && !file.path.hasSuffix("OverlookControls/TypeScale.swift") {
      for (number, line) in file.code.enumerated() where line.firstMatch(of: isStep) == nil {
        guard let found = line.firstMatch(of: size), let points = Double(found.3) else { continue }
        #expect(points < 8, "\(file):\(number + 1): \(line)")
      }
    }
  }

  /// `x!`, `Int(someDouble)` by its usual looks, and closed ranges over values that were read.
  @Test func parsersUnwrapNothingByForceAndConvertNothingUnchecked() throws {
    let force = /[A-Za-z0-9_\)\]\}]!(?!=)/
    let conversion = /\bU?Int(8|16|32|64)?\([^()]*(\.rounded\(|[Ll]atitude|[Ll]ongitude|Double\()/
    for file in try Repository.swiftFiles("Sources") where Self.parsers.contains(file.target) {
      for (number, line) in file.code.enumerated() {
        // An expression takes long over a hundred thousand lines.
        if line.utf8.contains(UInt8(ascii: "!")) {
          #expect(line.firstMatch(of: force) == nil, "\(file):\(number + 1): a forced unwrap: \(line)")
        }
        guard line.contains("Int") else { continue }
        let isChecked = line.contains("exactly:") || line.contains("clamping:")
        #expect(isChecked || line.firstMatch(of: conversion) == nil, "\(file):\(number + 1): an unchecked conversion: \(line)")
      }
    }
  }

  @Test func unsafePointersOfParsersStayInTheirOwnFiles() throws {
    let unsafe = /\b(Unsafe[A-Za-z]*Pointer|withUnsafe[A-Za-z]+|unsafeUninitializedCapacity|unsafeBitCast|Unmanaged)\b/
    for file in try Repository.swiftFiles("Sources")
    where ["OverlookFormats", "OverlookFiles"].contains(file.target) && !Self.isUnsafeFile(file) {
      for (number, line) in file.code.enumerated() {
        #expect(line.firstMatch(of: unsafe) == nil, "\(file):\(number + 1): \(line)")
      }
    }
  }

  @Test func dependenciesAreNotPinnedInTheRepository() throws {
    let git = Process()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "-C", Repository.root, "ls-files", "--", "Package.resolved", ".build", "overlook.png"]
    let output = Pipe()
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    try git.run()
    let tracked = output.fileHandleForReading.readDataToEndOfFile()
    git.waitUntilExit()
    #expect(String(decoding: tracked, as: UTF8.self).isEmpty)
  }

  @Test func whatIsShippedStaysSmall() throws {
    let folder = "\(Repository.root)/Assets"
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    func size(_ name: String) throws -> Int {
      (try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size] as? NSNumber)?.intValue ?? 0
    }
    // The index of all places of the world is as large as all else.
    let places = "World/places.sqlite"
    if names.contains(places) { #expect(try size(places) < 25_000_000) }
    let regions = try names.filter { $0.hasPrefix("Regions/") }.map(size)
    #expect(regions.reduce(0, +) < 12_000_000)
    let sizes = try names.filter { $0 != places }.map(size)
    #expect(names.contains("World/world.pmtiles"))
    #expect(sizes.allSatisfy { $0 < 13_000_000 })
    #expect(sizes.reduce(0, +) < 28_000_000)
  }

  @Test func everyAssetHasItsLicenceLine() throws {
    let licences = try String(contentsOfFile: "\(Repository.root)/Assets/LICENSES.md", encoding: .utf8)
    for folder in ["Assets/World", "Sources/OverlookText/Fonts"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: "\(Repository.root)/\(folder)") {
        #expect(licences.contains("\(folder)/\(name)"), "\(folder)/\(name)")
      }
    }
  }

  /// Rows of tables that are not in the repository ("AB-12"): they tell a reader nothing.
  @Test func nothingRefersToRowsOfTablesElsewhere() throws {
    let row = /\b[A-Z]{2}-[0-9]{2}\b/
    for file in try Repository.swiftFiles("Sources", "Shaders", "Assets", "Tests")
    where !file.path.hasSuffix("SourceRuleTests.swift") {
      for (number, line) in file.lines.enumerated() where line.utf8.contains(UInt8(ascii: "-")) {
        #expect(line.firstMatch(of: row) == nil, "\(file):\(number + 1): \(line)")
      }
    }
  }

  @Test func stringsAndCommentsAreNoCode() {
    let file = Repository.SourceFile(
      path: "a.swift",
      lines: ["let a = \"try! \\\" as!\" // fatalError(", "/// as!", "let b = \"\"\"", "try!", "\"\"\"", "c as! D"])
    #expect(file.code.joined().contains("as! D"))
    #expect(!file.code.joined().contains("try!") && !file.code.joined().contains("fatalError("))
  }
}
