import Foundation
import OverlookStreams
import OverlookVoice
import Synchronization

/// A voice that does as a test says.
final class FakeVoice: SpeechOutput {
  enum Behaviour: Sendable {
    /// Speaks for so many seconds.
    case speaks(Double)
    case fails
    /// Never comes back, whatever it is told.
    case hangs
  }

  let name: String
  private let behaviour: Behaviour
  private let heard = Mutex<(begun: [String], said: [String])>(([], []))
  private let speaking = Mutex<StopSignal?>(nil)

  init(_ name: String, _ behaviour: Behaviour) {
    self.name = name
    self.behaviour = behaviour
  }

  /// What it began to say.
  var begun: [String] { heard.withLock { $0.begun } }
  /// What it said to the end.
  var said: [String] { heard.withLock { $0.said } }

  func speak(_ utterance: Utterance) throws(SpeechError) {
    heard.withLock { $0.begun.append(utterance.text) }
    switch behaviour {
    case .fails: throw SpeechError("it is broken")
    case .hangs: _ = StopSignal().wait(seconds: 30)
    case .speaks(let seconds):
      let signal = StopSignal()
      speaking.withLock { $0 = signal }
      if signal.wait(seconds: seconds) { heard.withLock { $0.said.append(utterance.text) } }
    }
  }

  func cancel() { speaking.withLock { $0 }?.set() }
}
