import Foundation
import Observation
import Synchronization

/// The language and the units of the interface, for the whole process. What reads them while it is drawn is told of a change.
final class InterfaceLocale: Observable, Sendable {
  static let shared = InterfaceLocale()

  private struct Shown {
    let english: String
    let text: String
  }

  private struct State {
    var language: InterfaceLanguage
    var units: UnitSystem
    /// Nil for English.
    var catalogue: InterfaceCatalogue?
    /// Texts by where their literals lie: what is asked for in each frame allocates nothing.
    var texts: [UInt: Shown] = [:]
    /// What was shown in former languages, to the text in English.
    var former: [String: String] = [:]
  }

  private let state: Mutex<State>
  private let registrar = ObservationRegistrar()

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let language = InterfaceLanguage.preferred(in: environment)
    let units = UnitSystem.preferred(in: environment)
    let catalogue = language == .english ? nil : InterfaceCatalogue.named(language.code)
    state = Mutex(State(language: language, units: units, catalogue: catalogue))
  }

  var language: InterfaceLanguage {
    get {
      registrar.access(self, keyPath: \.language)
      return state.withLock { $0.language }
    }
    set {
      guard newValue != state.withLock({ $0.language }) else { return }
      let catalogue = newValue == .english ? nil : InterfaceCatalogue.named(newValue.code)
      registrar.withMutation(of: self, keyPath: \.language) {
        state.withLock {
          $0.language = newValue
          $0.catalogue = catalogue
          for shown in $0.texts.values { $0.former[shown.text] = shown.english }
          $0.texts = [:]
        }
      }
    }
  }

  var units: UnitSystem {
    get {
      registrar.access(self, keyPath: \.units)
      return state.withLock { $0.units }
    }
    set {
      guard newValue != state.withLock({ $0.units }) else { return }
      registrar.withMutation(of: self, keyPath: \.units) { state.withLock { $0.units = newValue } }
    }
  }

  /// How the language writes numbers.
  var numbers: NumberFormat {
    registrar.access(self, keyPath: \.language)
    return state.withLock { $0.catalogue?.numbers ?? .english }
  }

  func text(_ literal: StaticString) -> String {
    registrar.access(self, keyPath: \.language)
    return state.withLock { state in
      if let shown = state.texts[literal.address] { return shown.text }
      let english = "\(literal)"
      let text = state.catalogue?.text(english) ?? english
      state.texts[literal.address] = Shown(english: english, text: text)
      return text
    }
  }

  func text(_ one: StaticString, _ several: StaticString, count: Int) -> String {
    registrar.access(self, keyPath: \.language)
    let english = "\(several)"
    return state.withLock { $0.catalogue?.text(english, count: count) } ?? (count == 1 ? "\(one)" : english)
  }

  /// A text that was made in a former language, in the present one; others stay as they are.
  func retold(_ text: String) -> String {
    registrar.access(self, keyPath: \.language)
    return state.withLock { state in
      guard !state.former.isEmpty, let english = state.former[text] else { return text }
      return state.catalogue?.text(english) ?? english
    }
  }
}
