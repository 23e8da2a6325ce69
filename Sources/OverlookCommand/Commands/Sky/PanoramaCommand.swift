import ArgumentParser

/// `overlook panorama`: what one sees around a place.
struct PanoramaCommand: ParsableCommand, SourceNaming {
  static let sourceNames = [PanoramaOrder.streetsName]

  static let configuration = CommandConfiguration(
    commandName: "panorama",
    abstract: "Shows panoramas, tells what is known of them, renders views of them, and makes panoramas of the map.",
    discussion: """
      A source is a picture (equirectangular, whole or in part, as its XMP says), a folder of pictures with positions in their EXIF, a \
      tour file, or the address of a service. A name of a file comes after a subcommand or first of all.
      """,
    subcommands: [
      PanoramaViewCommand.self, PanoramaSnapshotCommand.self, PanoramaInfoCommand.self, PanoramaCheckCommand.self,
      PanoramaRenderCommand.self,
    ], defaultSubcommand: PanoramaViewCommand.self)
}
