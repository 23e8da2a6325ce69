import ArgumentParser

/// `overlook panorama`: pictures of what is seen from a place, all around.
struct PanoramaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "panorama", abstract: "Makes pictures of what is seen from a place, all around.",
    subcommands: [PanoramaRenderCommand.self])
}
