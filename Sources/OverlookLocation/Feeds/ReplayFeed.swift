import OverlookFiles
import OverlookFormats

/// Plays a track of a file.
struct ReplayFeed: LocationFeed {
  let path: String
  let speed: Double

  func run(_ sink: LocationSink) {
    do throws(FormatError) {
      let fixes = try RecordedTrack.fixes(path: path)
      PlayedFeed(fixes, speed: speed).run(sink)
    } catch {
      sink.post(.failed("no position: \(error)"))
    }
  }
}
