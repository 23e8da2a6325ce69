import OverlookGeometry
import OverlookNetwork
import OverlookSupport

/// A tile layer of an opened source: an archive, a server, a service.
@MainActor public final class SourceTileLayer: TileLayer {
  /// Where its tiles come from.
  public nonisolated let source: TileSource
  /// The same tiles at another of their times; nil, the default, for those of `source`. What is shown stays until they come.
  package var sourceOfTime: TileSource? { didSet { reloadTiles() } }
  private var isDense = false
  private let isOpenServer: Bool

  /// A layer of the source's pictures with its zooms, tile size and credit. One of vector tiles shows nothing and says so.
  public init(source: TileSource) {
    self.source = source
    isOpenServer = !source.isRemote || PackPolicy.refusal(HTTPRequest(url: "http://\(source.messageName)/")) == nil
    super.init()
    minimumZoom = source.minimumZoom
    maximumZoom = source.maximumZoom
    tileSize = source.tilePixels
    attribution = source.attribution
    isBelowLabels = source.kind.isWithoutNames
  }

  public override func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
    guard let services else { return receiver.receiveTile(x: x, y: y, zoom: zoom, image: nil) }
    let ticket = (receiver as? TileLoad)?.ticket ?? WorkTicket()
    let answer = TileAnswer(receiver: receiver, x: x, y: y, zoom: zoom)
    if source.isVector {
      let error = TileSourceError.holdsVectorTiles(source: source.messageName)
      return answer.deliver(.failed(.refusal("\(error)", concernsSource: true)))
    }
    let tile = TileID(z: zoom, x: x, y: y)
    // A file that is read again gives the same bytes; a server may have mended its own.
    let decoding = TileDecoding(name: source.messageName, triesAgain: source.isRemote)
    let source = sourceOfTime ?? source
    let provider = isDense ? source.denseProvider ?? source.provider : source.provider
    provider.fetch(tile, ticket: ticket, services: services) { content in
      decoding.deliver(content, to: answer, ticket: ticket, services: services)
    }
  }

  package override func displayDidChange(pixelsPerPoint: Double) {
    let isDense = pixelsPerPoint >= 1.5
    guard source.denseProvider != nil, isDense != self.isDense else { return }
    self.isDense = isDense
    // Pictures of twice the size cover as many points: `tileSize` counts pixels.
    tileSize = isDense ? 2 * tileSize : tileSize / 2
    reloadTiles()
  }

  package override var cancelsRequests: Bool { true }
  package override var isFetched: Bool { true }
  package override var looksAhead: Bool { isOpenServer }
}
