import Foundation
import OverlookTestSupport

/// MapProxy on a free port of 127.0.0.1, out of the virtual environment that `Scripts/install-mapproxy` makes.
final class MapProxyServer: Sendable {
  private static let python = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent(".build/mapproxy/bin/python").path
  static let isAvailable = FileManager.default.isExecutableFile(atPath: python)
  static let absence = "MapProxy is not installed (Scripts/install-mapproxy)"

  let port: Int
  private let process: ServerProcess

  /// Serves the layer `world`: the tiles of `tiles`, a URL template in MapProxy's own form.
  init(tiles: String) async throws {
    let folder = try ServerFolder()
    port = try ListeningSocket.freePort()
    let configuration = try folder.write("mapproxy.yaml", Self.configuration(folder.path, tiles: tiles))
    let program = try folder.write("serve.py", Self.program)
    process = try ServerProcess([Self.python, program, configuration, "\(port)"], in: folder)
    let port = port
    try await process.wait { ListeningSocket.isAnswering(port) }
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

  /// The requests so far, a line each.
  var log: String { process.log }

  /// MapProxy's own development server starts a second process to watch its files; this one is one process.
  private static let program = """
    import sys
    from socketserver import ThreadingMixIn
    from wsgiref.simple_server import WSGIServer, make_server
    from mapproxy.wsgiapp import make_wsgi_app

    class Server(ThreadingMixIn, WSGIServer):
        daemon_threads = True

    make_server('127.0.0.1', int(sys.argv[2]), make_wsgi_app(sys.argv[1]), Server).serve_forever()
    """

  private static func configuration(_ folder: String, tiles: String) -> String {
    """
    services:
      tms: {use_grid_names: false}
      wmts:
        kvp: true
        restful: true
      wms:
        srs: ['EPSG:3857', 'EPSG:4326']
        image_formats: ['image/png', 'image/jpeg']
        md: {title: Test}
    layers:
      - {name: world, title: World, sources: [world_cache]}
    caches:
      world_cache:
        grids: [webmercator]
        sources: [tiles]
        format: image/png
    grids:
      webmercator: {base: GLOBAL_WEBMERCATOR, num_levels: 6}
    sources:
      tiles:
        type: tile
        url: '\(tiles)'
        grid: webmercator
        on_error:
          404: {response: transparent, cache: true}
    globals:
      cache: {base_dir: '\(folder)/cache', lock_dir: '\(folder)/locks', meta_size: [1, 1], meta_buffer: 0}
      image: {paletted: false, resampling_method: nearest}
      http: {client_timeout: 10}
    """
  }
}
