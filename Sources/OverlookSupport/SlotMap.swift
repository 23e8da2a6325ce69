/// Names one element of a `SlotMap` for as long as it lives: the slot is used again after a removal, the generation is not.
package struct SlotID: Hashable, Sendable, BitwiseCopyable {
  package let slot: Int32
  package let generation: UInt32

  package init(slot: Int32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }

  /// Names nothing, in any map.
  package static let none = SlotID(slot: -1, generation: 0)
}

/// Elements in numbered slots: insert, remove and look up in constant time; slots are small numbers that can index arrays and bit sets.
///
/// A slot keeps its number while its element lives. Free slots are used again, the last freed first.
package struct SlotMap<Element> {
  // Everything is inlinable: generic code that is not specialised in the module that uses it takes its accessors' frames from the heap.
  @usableFromInline var elements = ContiguousArray<Element?>()
  @usableFromInline var generations = ContiguousArray<UInt32>()
  @usableFromInline var freeSlots = ContiguousArray<Int32>()
  @usableFromInline var elementCount = 0

  @inlinable package init() {}

  /// Elements in the map.
  @inlinable package var count: Int { elementCount }

  @inlinable package var isEmpty: Bool { count == 0 }

  /// One more than the highest slot ever used since the map was last emptied.
  @inlinable package var slotCount: Int { elements.count }

  @inlinable package mutating func insert(_ element: Element) -> SlotID {
    elementCount += 1
    if let slot = freeSlots.popLast() {
      elements[Int(slot)] = element
      return SlotID(slot: slot, generation: generations[Int(slot)])
    }
    elements.append(element)
    generations.append(1)
    return SlotID(slot: Int32(elements.count - 1), generation: 1)
  }

  /// The element that was removed; nil when `id` names none.
  @discardableResult @inlinable
  package mutating func remove(_ id: SlotID) -> Element? {
    guard contains(id) else { return nil }
    let slot = Int(id.slot)
    let element = elements[slot]
    elements[slot] = nil
    generations[slot] &+= 1
    freeSlots.append(id.slot)
    elementCount -= 1
    return element
  }

  /// Removes every element; ids from before stay without meaning.
  @inlinable package mutating func removeAll() {
    freeSlots.removeAll(keepingCapacity: true)
    for slot in elements.indices.reversed() {
      if elements[slot] != nil { generations[slot] &+= 1 }
      elements[slot] = nil
      freeSlots.append(Int32(slot))
    }
    elementCount = 0
  }

  @inlinable package func contains(_ id: SlotID) -> Bool {
    let slot = Int(id.slot)
    return elements.indices.contains(slot) && generations[slot] == id.generation && elements[slot] != nil
  }

  @inlinable package subscript(id: SlotID) -> Element? {
    contains(id) ? elements[Int(id.slot)] : nil
  }

  /// The element in `slot`; nil when the slot is free or was never used.
  @inlinable package subscript(slot slot: Int) -> Element? {
    elements.indices.contains(slot) ? elements[slot] : nil
  }

  /// Changes the element in `slot` in place. False, and nothing happens, when there is none.
  @discardableResult @inlinable
  package mutating func modify(slot: Int, _ change: (inout Element) -> Void) -> Bool {
    guard elements.indices.contains(slot), var element = elements[slot].take() else { return false }
    change(&element)
    elements[slot] = element
    return true
  }

  /// The name of the element in `slot`; `.none` when there is none.
  @inlinable package func id(ofSlot slot: Int) -> SlotID {
    guard elements.indices.contains(slot), elements[slot] != nil else { return .none }
    return SlotID(slot: Int32(slot), generation: generations[slot])
  }
}

extension SlotMap: Sendable where Element: Sendable {}
