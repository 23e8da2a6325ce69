import ArgumentParser
import Overlook
import OverlookPlatform

/// `overlook demo`: a scene of one kind of overlay.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Shows a scene of one kind of overlay, in a window or as a picture.",
    discussion: """
      overview: one of each kind. ground: pictures that lie on the map. models: 3D models in a city. box: a box that turns and grows \
      above the map. markers: markers and their windows. trips: vehicles on their ways. weather: moving rain. sun: the Sun's way over a place. \
      navigation: guidance through a town.
      """)

  @Argument(help: ArgumentHelp("One of \(DemoName.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "scene"))
  var name: DemoName

  @OptionGroup var camera: CameraOptions
  @OptionGroup var style: StyleOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var drawing: RendererOptions

  @Option(help: ArgumentHelp("Writes a picture (PNG) instead of opening a window.", valueName: "file"))
  var snapshot: String?

  @Option(help: ArgumentHelp("Size of the view in points.", valueName: "WxH"), transform: SizeArgument.parse)
  var size = SizeArgument(width: 1280, height: 800)

  @Flag(help: "Shows the panel with the figures of the frames (F3).")
  var hud = false

  func run() throws {
    let sources = try SourceOptions.parse([])
    try MainActor.assumeIsolated {
      network.apply()
      try drawing.apply()
      let scene = name.makeScene()
      var style = style
      style.style = style.style ?? scene.style
      var order = MapOrder(sources: sources, camera: camera, style: style, size: size.points)
      order.scene = scene
      if let snapshot { try write(order, to: snapshot) } else { try show(order) }
    }
  }

  @MainActor private func write(_ order: MapOrder, to path: String) throws {
    try PictureFile.check(path)
    var order = order
    order.isStill = true
    let prepared = try order.makeMap(timeoutSeconds: 30)
    try Snapshot(prepared: prepared, timeoutSeconds: 30).write(size: size.points, scale: 1, to: path)
  }

  @MainActor private func show(_ order: MapOrder) throws {
    let prepared = try order.startMap()
    prepared.map.isHUDVisible = hud
    prepared.map.settings.compassButton = true
    prepared.map.settings.compassTilt = true
    let viewer = try Viewer(map: prepared.map, size: size.points)
    prepared.openRest()
    prepared.warn()
    try viewer.run()
  }
}
