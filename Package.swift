// swift-tools-version: 6.2
import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Targets that are optimised in the build of `make test`, though the rest is not: the tests start the program hundreds of times, and
/// without it seven eighths of what it does is the layout of labels and areas. Only there: a package with such flags cannot be a
/// dependency of others.
let hot: Set<String> = [
  "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookStyle", "OverlookText", "OverlookLayout", "OverlookTiles",
  "OverlookRaster", "OverlookAstronomy", "OverlookRoads", "OverlookRouting", "OverlookFiles", "OverlookNavigation",
  "OverlookStreetScene",
  // These compare pictures, make files, ask for all times of a thousand years.
  "OverlookTestSupport", "AccessibilityTests", "AstronomyTests", "RasterTests",
]

func settings(_ name: String) -> [SwiftSetting] {
  guard Context.environment["OVERLOOK_TEST_BUILD"] == "1", hot.contains(name) else { return strict }
  return strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]
}

/// All programs of the tests have this target, and so its linker: it takes half of the time of the usual one.
let linking: [LinkerSetting] =
  Context.environment["OVERLOOK_TEST_BUILD"] == "1" ? [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))] : []

/// One of our own targets under `Sources/`; the arrows of ARCHITECTURE.md are its `dependencies`.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings(name))
}

/// A C library of the system, seen through `Sources/<name>/module.modulemap`.
func system(_ name: String, pkgConfig: String, package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource]? = nil
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: settings(name))
}

let package = Package(
  name: "Overlook",
  products: [
    .library(name: "Overlook", targets: ["Overlook", "OverlookPlatform"]),
    .executable(name: "overlook", targets: ["OverlookCommand"]),
    .executable(name: "overlook-build-world", targets: ["OverlookWorldBuilder"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
  ],
  targets: [
    // Pure values and containers.
    .target(name: "OverlookGeometry", swiftSettings: settings("OverlookGeometry"), linkerSettings: linking),
    module("OverlookAstronomy", ["OverlookGeometry"]),
    // Its catalogues are the languages of the interface.
    module("OverlookSupport", ["OverlookGeometry"], resources: [.copy("Catalogues")]),
    module("OverlookCamera", ["OverlookGeometry"]),
    module("OverlookInput", ["OverlookGeometry", "OverlookCamera", "OverlookSupport"]),
    module("OverlookScene", ["OverlookGeometry", "OverlookCamera", "OverlookSupport"]),

    // Bytes from outside.
    module(
      "OverlookFormats",
      [
        "OverlookGeometry", "OverlookSupport", "CImageCodecs", "CZlib", "CExpat", "CSQLite",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    module(
      "OverlookNetwork",
      [
        "OverlookSupport", "CCurl", "CZlib", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    module(
      "OverlookTiles",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookFormats", "OverlookNetwork",
        .product(name: "Logging", package: "swift-log"),
      ]),
    module("OverlookTileBuilder", ["OverlookGeometry", "OverlookSupport", "OverlookFormats"]),

    // Places: roads, routes, search, and the regions that hold them.
    module("OverlookRoads", ["OverlookGeometry", "OverlookSupport", "OverlookFormats"]),
    module(
      "OverlookRouting", ["OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookNetwork", "OverlookRoads"]),
    module(
      "OverlookSearch",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookNetwork", "CSQLite",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    module(
      "OverlookRegions",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookNetwork", "OverlookTileBuilder", "OverlookRoads",
        "OverlookRouting", "OverlookSearch", "OverlookAssets",
      ]),
    // Files of people: features with properties, looks and times.
    module(
      "OverlookFiles",
      ["OverlookGeometry", "OverlookSupport", "OverlookFormats", .product(name: "GRDB", package: "GRDB.swift")]),
    // Lines over sockets, serial lines and pipes; the message bus.
    module("OverlookStreams", ["OverlookSupport", "OverlookFormats"]),
    // What windows are to those who cannot see them, and the bus that tells it.
    module("OverlookAccessibility", ["OverlookGeometry", "OverlookSupport", "OverlookStreams"]),
    // On the street: where one is, what is said and when, and pictures of what one sees.
    module(
      "OverlookLocation", ["OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookFiles", "OverlookStreams"]),
    module("OverlookVoice", ["OverlookSupport", "OverlookStreams"]),
    module(
      "OverlookNavigation",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookRoads", "OverlookRouting", "OverlookLocation",
        "OverlookVoice",
      ]),
    module(
      "OverlookPanorama",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookNetwork", "OverlookTiles", "OverlookFiles",
        "CImageCodecs",
      ]),
    .target(
      name: "OverlookStyle", dependencies: ["OverlookGeometry", "OverlookSupport", "OverlookFormats"],
      swiftSettings: settings("OverlookStyle"),
      linkerSettings: [.linkedLibrary("_FoundationICU")]),
    module(
      "OverlookStreetScene",
      ["OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookStyle", "OverlookAstronomy", "OverlookPanorama"]),
    .target(
      name: "OverlookText",
      dependencies: ["OverlookGeometry", "OverlookSupport", "OverlookFormats", "CFreeType", "CFriBidi", "CFontconfig"],
      resources: [.process("Fonts")], swiftSettings: settings("OverlookText"),
      // Foundation brings it along, but lets nobody else link it by importing it.
      linkerSettings: [.linkedLibrary("_FoundationICU")]),
    module(
      "OverlookLayout",
      ["OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookFormats", "OverlookStyle", "OverlookText"]),
    module(
      "OverlookStyledMap",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookFormats", "OverlookNetwork", "OverlookTiles",
        "OverlookStyle", "OverlookText", "OverlookLayout",
      ]),

    // A view as a page of paths and letters.
    module(
      "OverlookVector",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookScene", "OverlookFormats", "OverlookStyle",
        "OverlookText", "OverlookLayout", "OverlookRaster", "CFreeType",
      ]),

    // Pixels.
    module("OverlookGPU", ["OverlookSupport", "CGL", "CZlib"]),
    .target(
      name: "OverlookShaders", dependencies: ["OverlookSupport", "OverlookGPU"], path: "Shaders", resources: [.process("GLSL")],
      swiftSettings: strict),
    module(
      "OverlookRaster",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookScene", "OverlookStyle", "OverlookLayout",
        "CProcessor",
      ]),
    module(
      "OverlookCanvas",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookScene", "OverlookText", "OverlookGPU",
        "OverlookShaders",
      ]),
    module("OverlookProfiling", ["OverlookSupport", "OverlookScene", "OverlookGPU"]),
    module(
      "OverlookPasses",
      ["OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookGPU", "OverlookLayout", "OverlookRaster"]),
    module(
      "OverlookStylePasses",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookText", "OverlookGPU", "OverlookShaders",
        "OverlookStyle",
        "OverlookLayout", "OverlookRaster", "OverlookPasses",
      ]),
    module(
      "OverlookOverlayPasses",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookScene", "OverlookGPU", "OverlookShaders",
        "OverlookLayout", "OverlookRaster", "OverlookPasses",
      ]),
    module(
      "OverlookRender",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookScene", "OverlookTiles", "OverlookText", "OverlookGPU",
        "OverlookShaders", "OverlookStyle", "OverlookLayout", "OverlookCanvas", "OverlookProfiling", "OverlookPasses",
        "OverlookStylePasses", "OverlookOverlayPasses",
      ]),

    // What lies above a map: the control kit and the controls of the map.
    module(
      "OverlookControls",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookInput", "OverlookTiles", "OverlookText",
        "OverlookCanvas", "OverlookProfiling", "OverlookRoads", "OverlookRouting", "OverlookLocation", "OverlookNavigation",
        "OverlookAccessibility",
      ]),
    module(
      "OverlookPanoramaView",
      [
        "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookInput", "OverlookScene", "OverlookTiles",
        "OverlookText",
        "OverlookGPU", "OverlookShaders", "OverlookCanvas", "OverlookControls", "OverlookPanorama", "OverlookAstronomy",
        "OverlookRaster", "OverlookPasses", "OverlookProfiling", "OverlookAccessibility", "OverlookStreetScene",
      ]),

    // What users import, and the programs.
    module(
      "Overlook",
      [
        "OverlookAstronomy", "OverlookGeometry", "OverlookSupport", "OverlookCamera", "OverlookInput", "OverlookScene",
        "OverlookFormats", "OverlookNetwork", "OverlookTiles", "OverlookGPU", "OverlookCanvas", "OverlookProfiling",
        "OverlookPasses", "OverlookOverlayPasses", "OverlookRender", "OverlookControls", "OverlookAssets", "OverlookStyle",
        "OverlookLayout", "OverlookStyledMap", "OverlookPlatform", "OverlookRoads", "OverlookRouting", "OverlookSearch",
        "OverlookRegions", "OverlookFiles", "OverlookLocation", "OverlookVoice", "OverlookNavigation", "OverlookPanorama",
        "OverlookPanoramaView", "OverlookVector", "OverlookAccessibility", "OverlookStreetScene",
      ]),
    // The window that people use a map with: menu, side sheet, layers, tools, settings.
    module(
      "OverlookViewer",
      [
        "Overlook", "OverlookControls", "OverlookCanvas", "OverlookInput", "OverlookCamera", "OverlookGeometry",
        "OverlookSupport",
        "OverlookFormats", "OverlookFiles", "OverlookTiles", "OverlookRegions", "OverlookSearch", "OverlookScene",
        "OverlookAstronomy", "OverlookAssets", "OverlookPlatform", "OverlookStreams", "OverlookPanorama", "OverlookPanoramaView",
        "OverlookStyle", "OverlookLayout", "OverlookStyledMap", "OverlookText", "OverlookRouting", "OverlookNavigation",
        "OverlookAccessibility",
      ]),
    .target(
      name: "OverlookAssets", dependencies: ["OverlookSupport"], path: "Assets", exclude: ["LICENSES.md"],
      resources: [
        .copy("Regions"), .process("Pictures"), .process("Sprites"), .process("Styles"), .process("World"), .process("Licenses"),
      ],
      swiftSettings: strict),
    module("OverlookPlatform", ["OverlookGeometry", "OverlookSupport", "OverlookInput", "OverlookGPU", "CGLFW", "CEGL", "CGL"]),
    module(
      "OverlookBench",
      [
        "OverlookMeasurement", "Overlook", "OverlookPlatform", "OverlookGPU", "OverlookSupport", "OverlookScene",
        "OverlookCamera", "OverlookGeometry", "OverlookFormats", "OverlookNetwork", "OverlookTiles", "OverlookProfiling",
        "OverlookPasses", "OverlookRender", "OverlookAssets", "OverlookStyle", "OverlookLayout", "OverlookStyledMap",
        "OverlookInput", "OverlookRoads", "OverlookRouting", "OverlookSearch", "OverlookRegions", "OverlookFiles", "CImageCodecs",
        "OverlookLocation", "OverlookVoice", "OverlookNavigation", "OverlookPanorama", "OverlookPanoramaView",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Histogram", package: "hdrhistogram-swift"),
      ]),
    .executableTarget(
      name: "OverlookCommand",
      dependencies: [
        "Overlook", "OverlookViewer", "OverlookPlatform", "OverlookStreams", "OverlookBench", "OverlookFormats", "OverlookInput",
        "OverlookCamera",
        "OverlookGeometry", "OverlookRender", "OverlookAssets", "OverlookStyle", "OverlookLayout", "OverlookStyledMap",
        "OverlookTileBuilder", "OverlookText",
        "OverlookSupport", "OverlookRoads", "OverlookRouting", "OverlookSearch", "OverlookRegions", "OverlookFiles",
        "OverlookLocation", "OverlookVoice", "OverlookNavigation", "OverlookPanorama", "OverlookAstronomy",
        "OverlookPanoramaView",
        "OverlookStreetScene",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // Builds the archives in Assets/World and the icons in Assets/Sprites (make world).
    .executableTarget(
      name: "OverlookWorldBuilder",
      dependencies: [
        "OverlookFormats", "OverlookGeometry", "OverlookSupport", "OverlookTileBuilder", "OverlookSearch",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),

    // Libraries of the system.
    system("CGL", pkgConfig: "opengl", package: "libopengl-dev"),
    system("CGLFW", pkgConfig: "glfw3", package: "libglfw3-dev"),
    system("CEGL", pkgConfig: "egl", package: "libegl-dev"),
    // Its header alone: the library is looked for at run time.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CImageCodecs", pkgConfig: "spng libturbojpeg libwebp"),
    .systemLibrary(name: "CFreeType", pkgConfig: "freetype2 harfbuzz"),
    system("CFriBidi", pkgConfig: "fribidi", package: "libfribidi-dev"),
    system("CFontconfig", pkgConfig: "fontconfig", package: "libfontconfig-dev"),
    system("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
    system("CExpat", pkgConfig: "expat", package: "libexpat1-dev"),
    system("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
    // A header of our own: what Swift has no word for.
    .systemLibrary(name: "CProcessor"),

    // Measuring: one counter replaces malloc in the executables that link it, the other counts their calls of OpenGL when asked.
    .target(name: "CAllocationCounter"),
    .target(name: "CGraphicsCallCounter"),
    module("OverlookMeasurement", ["CAllocationCounter", "CGraphicsCallCounter"]),

    // Tests, one target per module with behaviour of its own.
    // Makes the locks of the toolchain known to the thread sanitizer (make threads); empty without it.
    .target(name: "CSanitizedLocks", path: "Tests/CSanitizedLocks"),
    .target(
      name: "OverlookTestSupport",
      dependencies: [
        "CSanitizedLocks",
        .product(name: "Logging", package: "swift-log"), "OverlookFormats", "OverlookGPU", "OverlookPlatform", "OverlookSupport",
        "OverlookMeasurement",
      ],
      path: "Tests/Support", swiftSettings: settings("OverlookTestSupport")),
    tests("GeometryTests", ["OverlookGeometry", "OverlookSupport", "OverlookTestSupport"]),
    tests(
      "AstronomyTests", ["OverlookAstronomy", "OverlookGeometry"], resources: [.copy("Fixtures")]),
    tests("SupportTests", ["OverlookSupport"]),
    tests("CameraTests", ["OverlookCamera", "OverlookGeometry", "OverlookSupport", "OverlookTestSupport"]),
    tests("InputTests", ["OverlookInput", "OverlookCamera", "OverlookGeometry", "OverlookSupport"]),
    tests("SceneTests", ["OverlookScene", "OverlookSupport", "OverlookCamera", "OverlookGeometry"]),
    tests(
      "FormatsTests",
      [
        "OverlookFormats", "OverlookSupport", "OverlookGeometry", "OverlookAssets", "CImageCodecs", "OverlookTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    tests("TileBuilderTests", ["OverlookTileBuilder", "OverlookFormats", "OverlookGeometry"]),
    tests("RoadsTests", ["OverlookRoads", "OverlookFormats", "OverlookGeometry", "OverlookSupport", "OverlookTestSupport"]),
    tests(
      "RoutingTests",
      [
        "OverlookRouting", "OverlookRoads", "OverlookNetwork", "OverlookFormats", "OverlookGeometry", "OverlookSupport",
        "OverlookTestSupport",
      ]),
    tests(
      "SearchTests",
      [
        "OverlookSearch", "OverlookNetwork", "OverlookFormats", "OverlookGeometry", "OverlookSupport", "OverlookTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    tests(
      "RegionsTests",
      [
        "OverlookRegions", "OverlookRouting", "OverlookRoads", "OverlookSearch", "OverlookNetwork", "OverlookFormats",
        "OverlookGeometry", "OverlookSupport", "OverlookTestSupport", "RegionProbe",
      ]),
    // A program for the tests of regions: one that may be killed.
    .executableTarget(
      name: "RegionProbe", dependencies: ["OverlookRegions", "OverlookFormats"], path: "Tests/RegionProbe",
      swiftSettings: strict),
    tests("AccessibilityTests", ["OverlookAccessibility", "OverlookStreams", "OverlookGeometry"]),
    tests("FilesTests", ["OverlookFiles", "OverlookFormats", "OverlookGeometry", "OverlookSupport", "OverlookTestSupport"]),
    tests(
      "LocationTests",
      [
        "OverlookLocation", "OverlookFiles", "OverlookStreams", "OverlookGeometry", "OverlookSupport", "OverlookMeasurement",
        "OverlookTestSupport",
      ]),
    tests("VoiceTests", ["OverlookVoice", "OverlookStreams", "OverlookSupport", "OverlookMeasurement", "OverlookTestSupport"]),
    tests(
      "NavigationTests",
      [
        "OverlookNavigation", "OverlookLocation", "OverlookRouting", "OverlookRoads", "OverlookFormats", "OverlookGeometry",
        "OverlookSupport", "OverlookTestSupport", "OverlookVoice",
      ]),
    tests(
      "PanoramaTests",
      [
        "OverlookPanorama", "OverlookNetwork", "OverlookTiles", "OverlookFormats", "OverlookGeometry",
        "OverlookSupport", "OverlookTestSupport", "CImageCodecs",
      ]),
    tests(
      "PanoramaViewTests",
      [
        "OverlookPanoramaView", "OverlookPanorama", "OverlookPlatform", "OverlookGPU", "OverlookInput", "OverlookScene",
        "OverlookCamera", "OverlookCanvas", "OverlookControls", "OverlookAstronomy", "OverlookGeometry", "OverlookSupport",
        "OverlookMeasurement", "OverlookPasses", "OverlookStreetScene",
        "OverlookTestSupport", "CGL",
      ], exclude: ["Golden"]),
    tests(
      "StreetSceneTests",
      [
        "OverlookStreetScene", "OverlookPanorama", "OverlookFiles", "OverlookFormats", "OverlookAssets", "OverlookGeometry",
        "OverlookSupport", "OverlookTestSupport",
      ]),
    tests("StyleTests", ["OverlookStyle", "OverlookFormats", "OverlookGeometry", "OverlookMeasurement"]),
    tests(
      "LayoutTests",
      [
        "OverlookLayout", "OverlookStyle", "OverlookFormats", "OverlookGeometry", "OverlookSupport", "OverlookCamera",
        "OverlookText", "OverlookRaster", "OverlookTestSupport",
      ]),
    tests(
      "VectorTests",
      [
        "OverlookVector", "OverlookLayout", "OverlookStyle", "OverlookFormats", "OverlookGeometry", "OverlookSupport",
        "OverlookCamera", "OverlookScene", "OverlookText", "OverlookTestSupport",
      ]),
    tests(
      "StyledMapTests",
      [
        "OverlookStyledMap", "OverlookLayout", "OverlookStyle", "OverlookFormats", "OverlookGeometry", "OverlookSupport",
        "OverlookCamera", "OverlookNetwork", "OverlookTiles", "OverlookText", "OverlookTestSupport",
      ]),
    tests("DocumentsTests", ["OverlookFormats", "OverlookGeometry", "OverlookSupport"], exclude: ["Fixtures"]),
    tests("ArchitectureTests", ["OverlookSupport"]),
    tests("NetworkTests", ["OverlookNetwork", "OverlookSupport", "CCurl", "OverlookTestSupport"]),
    tests(
      "TilesTests",
      [
        "OverlookTiles", "OverlookNetwork", "OverlookFormats", "OverlookSupport", "OverlookCamera", "OverlookGeometry",
        "OverlookTestSupport",
      ]),
    tests(
      "CacheTests",
      [
        "OverlookNetwork", "OverlookSupport", "OverlookTestSupport", "CacheProbe",
        .product(name: "Logging", package: "swift-log"),
      ]),
    tests("TextTests", ["OverlookText", "OverlookSupport", "OverlookMeasurement", "OverlookTestSupport"]),
    // A program for the tests of the cache: one that may be killed.
    .executableTarget(
      name: "CacheProbe", dependencies: ["CSanitizedLocks", "OverlookNetwork", "OverlookSupport"], path: "Tests/CacheProbe",
      swiftSettings: strict),
    tests(
      "GPUTests",
      ["OverlookGPU", "OverlookPlatform", "OverlookSupport", "OverlookText", "OverlookMeasurement", "OverlookTestSupport"]),
    tests(
      "RasterTests",
      [
        "OverlookRaster", "OverlookScene", "OverlookCamera", "OverlookGeometry", "OverlookSupport", "OverlookTestSupport",
      ]),
    tests(
      "RenderTests",
      [
        "OverlookRender", "OverlookStylePasses", "OverlookOverlayPasses", "OverlookPasses", "OverlookCanvas", "OverlookRaster",
        "OverlookGPU", "OverlookShaders", "OverlookPlatform", "OverlookScene", "OverlookTiles", "OverlookText", "OverlookFormats",
        "OverlookNetwork", "OverlookSupport", "OverlookCamera", "OverlookGeometry", "OverlookMeasurement", "OverlookTestSupport",
        "OverlookStyle", "OverlookLayout", "OverlookAstronomy",
      ], exclude: ["Golden"]),
    tests(
      "ControlsTests",
      [
        "OverlookControls", "OverlookAccessibility", "OverlookNavigation", "OverlookRouting", "OverlookCanvas",
        "OverlookProfiling",
        "OverlookGPU",
        "OverlookInput", "OverlookText",
        "OverlookSupport",
        "OverlookGeometry", "OverlookScene", "OverlookMeasurement", "OverlookTestSupport",
      ]),
    tests(
      "OverlookTests",
      [
        "Overlook", "OverlookAccessibility", "OverlookFormats", "OverlookInput", "OverlookMeasurement", "OverlookPlatform",
        "OverlookRender", "OverlookCanvas", "OverlookPasses", "OverlookProfiling", "OverlookCamera", "OverlookGeometry",
        "OverlookGPU",
        "OverlookScene", "OverlookSearch", "OverlookControls", "OverlookSupport", "OverlookTestSupport", "OverlookStyle",
        "OverlookLayout", "OverlookStyledMap", "OverlookPanorama", "OverlookPanoramaView",
        "OverlookTiles", "OverlookAssets", "CGL",
      ]),
    tests(
      "ViewerTests",
      [
        "OverlookViewer", "Overlook", "OverlookAccessibility", "OverlookControls", "OverlookCanvas", "OverlookInput",
        "OverlookCamera", "OverlookGeometry", "OverlookSupport", "OverlookFormats", "OverlookFiles", "OverlookTiles",
        "OverlookScene", "OverlookStyle",
        "OverlookPlatform", "OverlookGPU", "OverlookText", "OverlookMeasurement", "OverlookTestSupport", "CGL",
      ]),
    tests(
      "PlatformTests",
      [
        "OverlookPlatform", "OverlookInput", "OverlookGPU", "OverlookSupport", "OverlookGeometry", "CGL", "PlatformProbe",
        "OverlookTestSupport",
      ]),
    tests(
      "CommandTests",
      [
        "Overlook", "OverlookBench", "OverlookPlatform", "OverlookFormats", "OverlookInput", "OverlookSupport",
        "OverlookGeometry",
        "OverlookTestSupport",
      ], exclude: ["Logs", "Accessibility/session.py"]),
    tests(
      "ServerTests",
      [
        "Overlook", "OverlookAssets", "OverlookFormats", "OverlookGeometry", "OverlookMeasurement", "OverlookNetwork",
        "OverlookPlatform", "OverlookRoads", "OverlookRouting", "OverlookSupport", "OverlookTestSupport", "OverlookTiles",
      ]),
    .executableTarget(
      name: "ReadmeExample", dependencies: ["Overlook"], path: "Tests/ReadmeExample", swiftSettings: strict),
    // A program for the tests of the window: it needs a process of its own, with a display and a first thread of its own.
    .executableTarget(
      name: "PlatformProbe",
      dependencies: ["OverlookPlatform", "OverlookInput", "OverlookSupport", "OverlookGeometry", "CGL", "CGLFW"],
      path: "Tests/PlatformProbe", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// Small programs for users of the library, which may use what is public and nothing else; the tests run them.
let examples: [(name: String, modules: [Target.Dependency])] = [
  ("FirstMap", []), ("MarkersAndWindows", []), ("MillionPoints", []), ("OwnTileLayer", []), ("WeatherLoop", []),
  ("CustomDrawing", ["CGL"]), ("PictureService", []), ("OwnControl", []), ("FirstNavigation", []),
]
for (name, modules) in examples {
  package.targets.append(
    .executableTarget(
      name: "Example\(name)", dependencies: ["Overlook"] + modules, path: "Examples/\(name)", packageAccess: false,
      swiftSettings: strict))
}

// Programs for libFuzzer (make fuzz), which do not link without it. Builds of the tests compile them, so that they stay true.
let isFuzzed = Context.environment["OVERLOOK_FUZZ"] == "1"
if isFuzzed || Context.environment["OVERLOOK_TEST_BUILD"] == "1" {
  package.targets.append(
    .target(name: "FuzzSupport", dependencies: ["OverlookFiles"], path: "Fuzz/FuzzSupport", swiftSettings: strict))
  let folders = (try? FileManager.default.contentsOfDirectory(atPath: "\(Context.packageDirectory)/Fuzz")) ?? []
  for name in folders.sorted() where name.hasPrefix("Fuzz") && name != "FuzzSupport" {
    let dependencies: [Target.Dependency] = [
      "FuzzSupport", "OverlookFormats", "OverlookGeometry", "OverlookSupport", "OverlookStyle", "OverlookTileBuilder",
      "OverlookRoads", "OverlookRouting", "OverlookSearch", "OverlookRegions", "OverlookFiles", "OverlookStreams",
      "OverlookLocation", "OverlookVoice", "OverlookNavigation", "OverlookPanorama", "OverlookGPU", "OverlookInput",
      "OverlookNetwork", "OverlookLayout",
    ]
    let path = "Fuzz/\(name)"
    package.targets.append(
      isFuzzed
        ? .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
        : .target(name: name, dependencies: dependencies, path: path, swiftSettings: strict))
  }
}

// For builds of some of the tests, with what they need and nothing else: of counted code (make coverage), or while working on a module.
if let names = Context.environment["OVERLOOK_TESTS"]?.split(separator: " ").map(String.init), !names.isEmpty {
  let targets = Dictionary(package.targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  var needed: Set<String> = []
  var open = names
  while let name = open.popLast() {
    guard let target = targets[name], needed.insert(name).inserted else { continue }
    for dependency in target.dependencies {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
      default: break
      }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll()
}
