"""The work of trim-icu: of an object with ICU's tables, a file with those that are asked for, and the assembler text that names it.

The tables are a package of files (ICU, unicode/ucmndata.h): a header that says how long it is; how many files there are; of each where
its name and where its content begins, from after the header on, sorted by name; the names; the contents, each at a multiple of 16.
"""

import pathlib
import re
import struct
import sys

# Converters of encodings (text of files is UTF-8 here, or has tables of our own), names of characters, preparation of host names, and what
# words of Chinese and Japanese are parted by: lines end between any of their letters. Lines are broken by the rules of no language, so
# that stricter and looser ones, and those for phrases, are nobody's. Rules by which letters of one script become those of another
# (the builder of the world has its own).
LEFT_OUT = re.compile(
    r"\.(cnv|spp)$|(^|/)(unames\.icu|cjdict\.dict)$|(^|/)brkitr/line_(loose|normal|phrase|cj)\w*\.brk$|(^|/)translit/")
# Numbers as words, units, names of languages and of time zones. Their roots stay, for what looks for any language there.
FOLDERS = {"rbnf", "unit", "lang", "zone"}
ROOTS = {"root.res", "pool.res", "res_index.res", "en.res"}


def symbol(data):
    """The name and the bytes of the tables in an object (ELF, 64 bits, little-endian)."""
    if data[:6] != b"\x7fELF\x02\x01":
        raise SystemExit("trim-icu: not an object that can be read; all tables stay")
    start, = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, start + i * size) for i in range(count)]
    for section in sections:
        if section[1] != 2:
            continue
        names = sections[section[6]]
        for at in range(section[4], section[4] + section[5], 24):
            name, _, _, owner, value, length = struct.unpack_from("<IBBHQQ", data, at)
            end = data.index(b"\0", names[4] + name)
            text = data[names[4] + name:end].decode()
            if re.fullmatch(r"icudt\d+_dat", text) and owner < count:
                offset = sections[owner][4] + value
                return text, data[offset:offset + length]
    raise SystemExit("trim-icu: there are no tables; all stay")


def files(package):
    header, = struct.unpack_from("<H", package, 0)
    count, = struct.unpack_from("<I", package, header)
    places = [struct.unpack_from("<II", package, header + 4 + 8 * i) for i in range(count)]
    for i, (name, start) in enumerate(places):
        end = places[i + 1][1] if i + 1 < count else len(package) - header
        first = header + name
        yield package[first:package.index(b"\0", first)].decode(), package[header + start:header + end]


def is_kept(name):
    parts = name.split("/")
    if LEFT_OUT.search(name):
        return False
    return not (len(parts) > 2 and parts[1] in FOLDERS and parts[-1] not in ROOTS)


def package(header, kept):
    first = 4 + 8 * len(kept)
    names, contents, table = b"", bytearray(), b""
    length = first + sum(len(name) + 1 for name, _ in kept)
    for name, content in kept:
        contents += bytes(-(length + len(contents)) % 16)
        table += struct.pack("<II", first + len(names), length + len(contents))
        names += name.encode() + b"\0"
        contents += content
    return header + struct.pack("<I", len(kept)) + table + names + contents


def main():
    name, whole = symbol(pathlib.Path(sys.argv[1]).read_bytes())
    header = whole[:struct.unpack_from("<H", whole, 0)[0]]
    kept = [(file, content) for file, content in files(whole) if is_kept(file)]
    if not kept or len(header) % 16:
        raise SystemExit("trim-icu: the tables are of another form; all stay")
    output = pathlib.Path(sys.argv[2])
    trimmed = package(header, kept)
    if list(files(trimmed)) != kept:
        raise SystemExit("trim-icu: the tables do not read back; all stay")
    output.with_suffix(".dat").write_bytes(trimmed)
    # What `--wrap` has the linker take in place of the symbol.
    wrap = f"__wrap_{name}"
    output.with_suffix(".s").write_text(
        f'.section .rodata.icu,"a",@progbits\n.globl {wrap}\n.type {wrap},@object\n.balign 16\n{wrap}:\n'
        f'.incbin "{output.with_suffix(".dat").resolve()}"\n.size {wrap}, .-{wrap}\n.section .note.GNU-stack,"",@progbits\n')
    output.with_suffix(".name").write_text(name + "\n")
    print(f"trim-icu: {len(whole) / 1e6:.1f} MB of tables, {output.with_suffix('.dat').stat().st_size / 1e6:.1f} are kept")


main()
