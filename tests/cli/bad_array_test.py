"""NPY and NPZ files that cannot be used."""

import io
import struct
import zipfile

import numpy

import m2c


def npy_bytes(array):
    out = io.BytesIO()
    numpy.save(out, array, allow_pickle=True)
    return out.getvalue()


def npy_with_header(header, data=b""):
    text = header.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


def npz_bytes(entries, compression=zipfile.ZIP_STORED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, content in entries.items():
            archive.writestr(name + ".npy", content)
    return out.getvalue()


GOOD = npy_bytes(numpy.random.default_rng(1).normal(size=(60, 3)).astype("f4"))


class BadNpyTest(m2c.CliTest):
    def refuse(self, content, *says, code=3, name="bad.npy", flags=()):
        self.write(name, content)
        return self.must_fail(code, "discover", name, "-o", "out", *flags, says=[name, *says])

    def test_good_one_is_read(self):
        self.write("good.npy", GOOD)
        self.succeed("discover", "good.npy", "-o", "out")

    def test_wrong_magic(self):
        self.refuse(b"\x94NUMPY" + GOOD[6:], "not an NPY file", "NUMPY")

    def test_empty_file(self):
        self.refuse(b"")

    def test_truncated_header(self):
        self.refuse(GOOD[:40], "header")

    def test_truncated_data(self):
        self.refuse(GOOD[:-5], str(60 * 3 * 4), str(60 * 3 * 4 - 5))

    def test_absurd_shape(self):
        self.refuse(npy_with_header("{'descr': '<f4', 'fortran_order': False, 'shape': (1152921504606846976, 3), }"),
                    "1152921504606846976")

    def test_shape_whose_size_overflows(self):
        self.refuse(npy_with_header("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }"),
                    "4294967296")

    def test_object_dtype(self):
        self.refuse(npy_bytes(numpy.array([[1, "x"], [None, 2]], dtype=object)), "object")

    def test_one_dimension(self):
        self.refuse(npy_bytes(numpy.arange(20.0)), "20")

    def test_infinity(self):
        array = numpy.random.default_rng(1).normal(size=(60, 3))
        array[4, 2] = numpy.inf
        self.refuse(npy_bytes(array), "inf", "5")

    def test_too_large_for_float(self):
        array = numpy.random.default_rng(1).normal(size=(60, 3))
        array[0, 1] = 1e308
        self.refuse(npy_bytes(array), "1e+308")


class BadNpzTest(m2c.CliTest):
    def refuse(self, content, *says, flags=(), code=3):
        self.write("bad.npz", content)
        return self.must_fail(code, "discover", "bad.npz", "-o", "out", *flags, says=["bad.npz", *says])

    def test_not_a_zip(self):
        self.refuse(b"this is no zip at all" * 30, "zip")

    def test_truncated_zip(self):
        whole = npz_bytes({"X": GOOD})
        self.refuse(whole[: len(whole) // 2])

    def test_lacks_the_key(self):
        self.refuse(npz_bytes({"X": GOOD, "Y": GOOD}), "'Z'", "X", "Y", flags=("--key", "Z"), code=3)

    def test_lacks_every_known_key(self):
        self.refuse(npz_bytes({"first": GOOD, "second": GOOD}), "first", "--key")

    def test_zip_bomb(self):
        # Sixteen megabytes of zeros in a few kilobytes: refused by the declared size, before anything is expanded.
        bomb = npz_bytes({"X": npy_bytes(numpy.zeros((1 << 20, 4), "f4"))}, zipfile.ZIP_DEFLATED)
        self.assertLess(len(bomb), 1 << 16)
        self.refuse(bomb, "1000000", flags=("--max-bytes", "1000000"))

    def test_shape_beyond_the_limit(self):
        header = npy_with_header("{'descr': '<f4', 'fortran_order': False, 'shape': (1099511627776, 4), }")
        self.refuse(npz_bytes({"X": header + bytes(1 << 20)}, zipfile.ZIP_DEFLATED), "1099511627776")

    def test_zip_directory_that_lies_about_the_size(self):
        whole = bytearray(npz_bytes({"X": GOOD}, zipfile.ZIP_DEFLATED))
        for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
            at = whole.find(signature)
            whole[at + offset: at + offset + 4] = b"\xf0\xff\xff\xff"
        self.refuse(bytes(whole), "4294967280", "1000000", flags=("--max-bytes", "1000000"))

    def test_array_inside_is_damaged(self):
        self.refuse(npz_bytes({"X": GOOD[:-5]}))

    def test_checksum_is_wrong(self):
        whole = bytearray(npz_bytes({"X": GOOD}))
        whole[whole.find(GOOD[128:160]) + 3] ^= 0xff
        self.refuse(bytes(whole))


if __name__ == "__main__":
    m2c.main()
