/// Which form of a word goes with a number: the plural categories of Unicode's locale data (CLDR, Language Plural Rules), and the exact 1
/// of its message format, for languages that say "a kilometre" there.
package enum PluralCategory: String, CaseIterable, Hashable, Sendable {
  case exactlyOne, zero, one, two, few, many, other
}
