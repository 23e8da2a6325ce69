import Foundation
import OverlookNavigation
import OverlookRouting
import OverlookVoice

/// Speaks what happens on the way, and lets time pass as it does on the road.
@MainActor final class GuideVoice {
  private let speaker: Speaker
  private let speech: GuidanceSpeech

  /// Seconds that the last sentence gets when all is over.
  private static let lastSeconds = 15.0
  private static let slice = 0.05

  init(language: String, units: DistanceUnits) {
    speech = GuidanceSpeech(language: language, units: units)
    speaker = Speaker(language: speech.language)
    speaker.onNotice = { Report.warning($0) }
  }

  func say(_ event: NavigationEvent) {
    switch event {
    case .instruction(let instruction):
      speaker.say(instruction.text, priority: instruction.kind == .turn || instruction.kind == .now ? .maneuver : .preparation)
    case .offRoute: say(.offRoute, .notice)
    case .rerouted: say(.newRoute, .notice)
    case .wrongWay: say(.wrongWay, .alert)
    case .speedLimit(let limit, let excess) where excess != .none: say(.speeding(limit: limit), .alert)
    case .placeAhead(let place, let distance): say(.ahead(place.kind, distance: distance, delay: place.delay), .alert)
    case .signalLost: say(.signalLost, .notice)
    case .signalBack: say(.signalFound, .notice)
    case .location, .progress, .banner, .backOnRoute, .rerouteWanted, .rerouteFailed, .speedLimit, .arrived, .ended, .tunnel,
      .alternativeTaken:
      break
    }
  }

  private func say(_ notice: GuidanceNotice, _ priority: SpeechPriority) {
    speaker.say(speech.sentence(notice), priority: priority)
  }

  /// Waits while the voice and the receiver have their turn on the main thread.
  static func pause(seconds: Double) {
    let end = Date(timeIntervalSinceNow: min(max(seconds, 0), 3600))
    repeat {
      RunLoop.main.run(mode: .default, before: min(end, Date(timeIntervalSinceNow: slice)))
    } while Date() < end
  }

  /// Waits for the end of what is being said.
  func finish() {
    let end = Date(timeIntervalSinceNow: Self.lastSeconds)
    while speaker.isSpeaking, Date() < end { Self.pause(seconds: Self.slice) }
  }
}
