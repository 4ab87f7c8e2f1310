#!/usr/bin/env python3
"""Checks that your balance is in the published proof of liabilities.

    python3 verify.py MY-PROOF.json https://SITE/api/proofs
    python3 verify.py MY-PROOF.json published.json --account me@example.com --expect ALEO=12.5

The first file is yours: download it on the page of your balance. The second is what everybody
sees: the address of the published statements, or a file with what is there. Needs Python 3.8 and
nothing else. The format is written down in docs/guides/proofs.md.

Exit status: 0 all is right, 1 something is wrong, 2 the files cannot be read.
"""
import argparse
import hashlib
import json
import re
import sys
import urllib.request

FORMAT = "proof-of-liabilities/1"
PARTS = ("available", "frozen", "withdrawing", "balance")
DIGITS = re.compile(r"(0|[1-9][0-9]{0,38})\Z")
HASH = re.compile(r"[0-9a-f]{64}\Z")
SIGNATURE = re.compile(r"[0-9a-f]{128}\Z")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
ASSET = re.compile(r"[A-Z0-9]{1,16}\Z")
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z\Z")
SMALL = re.compile(r"[0-9]{1,2}\Z")
# A terminal obeys control characters, and half a character has no UTF-8.
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
MAX_BYTES = 20_000_000
MAX_STATEMENT = 20_000
MAX_ACCOUNT = 1_000


class Fault(Exception):
    """Something in the proof is wrong."""


class Unreadable(Exception):
    """A file is missing or is no proof at all."""


# Ed25519 (RFC 8032), with plain integers: slow, and enough for a few signatures.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def decode_point(data):
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def add(a, b):
    m, n = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(number, point):
    result = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            result = add(result, point)
        point, number = add(point, point), number >> 1
    return result


def encode_point(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = decode_point(bytes([0x58] + [0x66] * 31))


def is_signed(text, signature, key):
    data, point = bytes.fromhex(signature), decode_point(bytes.fromhex(key))
    scalar = int.from_bytes(data[32:], "little")
    if point is None or scalar >= L:
        return False
    digest = hashlib.sha512(data[:32] + bytes.fromhex(key) + text.encode()).digest()
    challenge = int.from_bytes(digest, "little") % L
    minus = (P - point[0], point[1], 1, P - point[3])
    return encode_point(add(multiply(scalar, BASE), multiply(challenge, minus))) == data[:32]


def sha256(*lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def matches(pattern, value):
    return isinstance(value, str) and pattern.match(value) is not None


def number(value, what):
    """An amount in smallest units: a whole number, never below zero."""
    if not matches(DIGITS, value):
        raise Fault(f"{what} is {shown(value)}, which is no amount: amounts are whole and never below zero")
    return int(value)


def shown(value):
    """A value of a file for a message: its beginning, and never what a terminal would obey."""
    return ascii(value)[:80] if isinstance(value, str) else f"no text but {type(value).__name__}"


def small(value, what):
    if not matches(SMALL, value):
        raise Fault(f"{what} is {shown(value)}, and has to be below 100")
    return int(value)


def without_repeats(pairs):
    if len({name for name, _ in pairs}) != len(pairs):
        raise Unreadable("a name stands twice in one object")
    return dict(pairs)


def read_json(source):
    try:
        if re.match(r"https?://", source):
            with urllib.request.urlopen(source, timeout=30) as answer:
                data = answer.read(MAX_BYTES)
        else:
            with open(source, "rb") as file:
                data = file.read(MAX_BYTES)
        content = json.loads(data.decode("utf-8"), object_pairs_hook=without_repeats)
    except (OSError, ValueError, RecursionError) as error:
        raise Unreadable(f"{source}: {error}")
    if not isinstance(content, dict):
        raise Unreadable(f"{source} holds no JSON object")
    return content


def parse_statement(text):
    """The facts of a signed text; a text of any other form is a fault."""
    lines = text.split("\n") if isinstance(text, str) and len(text) <= MAX_STATEMENT else []
    if len(lines) < 6 or lines[0] != FORMAT or lines[-1] != "":
        raise Fault(f"the statement is not of the format {FORMAT}")
    facts = {"assets": {}}
    for name, line in zip(("day", "taken", "head", "previous"), lines[1:5]):
        words = line.split(" ")
        if words[0] != name or len(words) != (3 if name == "head" else 2):
            raise Fault(f"the statement has no proper line of {name!r}")
        facts[name] = words[1:] if name == "head" else words[1]
    sequence, head = facts["head"]
    if not matches(TIME, facts["taken"]):
        raise Fault(f"the statement was taken at {shown(facts['taken'])}, which is no time")
    if not (matches(DAY, facts["day"]) and matches(HASH, head) and matches(HASH, facts["previous"])):
        raise Fault("the statement has a day or a hash that is none")
    facts["sequence"] = number(sequence, "the ledger's head")
    for line in lines[5:-1]:
        words = line.split(" ")
        if len(words) != 6 or words[0] != "asset" or not (matches(ASSET, words[1]) and matches(HASH, words[5])):
            raise Fault(f"the statement has a line that means nothing: {shown(line)}")
        if words[1] in facts["assets"]:
            raise Fault(f"the statement has two trees of {words[1]}")
        facts["assets"][words[1]] = {
            "decimals": small(words[2], "the number of decimals"),
            "depth": small(words[3], "the depth"),
            "units": number(words[4], f"the sum of {words[1]}"),
            "root": words[5],
        }
    return facts


def check_signed(signed, what):
    """Facts of a statement that its key has signed."""
    if not isinstance(signed, dict) or not matches(SIGNATURE, signed.get("signature")) or not matches(HASH, signed.get("key")):
        raise Fault(f"{what} has no signature")
    facts = parse_statement(signed.get("statement"))
    if not is_signed(signed["statement"], signed["signature"], signed["key"]):
        raise Fault(f"{what} is not signed by the key beside it: its text was changed")
    return facts


def check_published(published):
    """Statements by day, newest first: signed by one key, each naming the one before it."""
    days = published.get("days")
    if not isinstance(days, list) or not days:
        raise Unreadable("nothing is published there: expected the statements of /api/proofs")
    found, newer = {}, None
    for signed in days:
        facts = check_signed(signed, "a published statement")
        if signed["key"] != days[0]["key"]:
            raise Fault(f"the statement of {facts['day']} is signed by another key than the newest")
        if newer:
            if newer["previous"] != hashlib.sha256(signed["statement"].encode()).hexdigest():
                raise Fault(f"the statement of {newer['day']} does not follow the one of {facts['day']}: a day was changed or removed")
            if facts["day"] >= newer["day"]:
                raise Fault(f"the day {newer['day']} comes after {facts['day']}")
            if facts["sequence"] > newer["sequence"]:
                raise Fault(f"the ledger's head of {newer['day']} is older than that of {facts['day']}")
            if facts["sequence"] == newer["sequence"] and facts["head"] != newer["head"]:
                raise Fault(f"the ledger's head of {newer['day']} has the number of {facts['day']} and another hash")
        found[facts["day"]] = signed
        newer = facts
    return found


def check_branch(branch, account, facts):
    """The leaf of one asset, and its way to the signed root. Returns the amount and the leaf's hash."""
    if not isinstance(branch, dict) or not matches(ASSET, branch.get("asset")) or branch["asset"] not in facts["assets"]:
        raise Fault("the file has a balance in an asset that the statement does not have")
    asset = branch["asset"]
    tree = facts["assets"][asset]
    units = number(branch.get("units"), f"your balance of {asset}")
    parts = branch.get("parts")
    if not isinstance(parts, dict) or set(parts) != set(PARTS):
        raise Fault(f"the parts of your balance of {asset} are missing")
    if sum(number(parts[name], f"the part {name} of {asset}") for name in PARTS) != units:
        raise Fault(f"the parts of your balance of {asset} are not its sum")
    if not matches(HASH, branch.get("salt")):
        raise Fault(f"the salt of {asset} is none")
    position, siblings = branch.get("position"), branch.get("siblings")
    if type(position) is not int or not isinstance(siblings, list):
        raise Fault(f"the branch of {asset} has no position or no siblings")
    if len(siblings) != tree["depth"] or not 0 <= position < 2 ** tree["depth"]:
        raise Fault(f"the branch of {asset} is not as long as its tree is deep")
    leaf = sha256("leaf", FORMAT, facts["day"], asset, account, branch["salt"], str(units))
    here, total = leaf, units
    for level, sibling in enumerate(siblings):
        if not isinstance(sibling, dict) or not matches(HASH, sibling.get("hash")):
            raise Fault(f"the branch of {asset} has a sibling without a hash")
        other, beside = sibling["hash"], number(sibling.get("units"), f"the sum of a sibling in {asset}")
        if position >> level & 1:
            here = sha256("node", other, str(beside), here, str(total))
        else:
            here = sha256("node", here, str(total), other, str(beside))
        total += beside
    if here != tree["root"] or total != tree["units"]:
        raise Fault(f"your balance of {asset} is not in the root: the branch leads to {here} and {total}, signed are {tree['root']} and {tree['units']}")
    return units, leaf


def amount(units, decimals):
    digits = str(units).rjust(decimals + 1, "0")
    whole, fraction = digits[: len(digits) - decimals], digits[len(digits) - decimals :].rstrip("0")
    return whole + ("." + fraction if fraction else "")


def check_file(file, published, options):
    """One user's file against the published statements. Returns its lines of the report, and its leaves."""
    if file.get("format") != FORMAT:
        raise Unreadable(f"the file is not of the format {FORMAT}: download your proof again")
    facts = check_signed(file, "the statement in your file")
    day = options.day or max(published)
    if facts["day"] != day:
        raise Fault(f"your file is of {facts['day']}, not of {day}: download the new one, or give --day {facts['day']}")
    if day not in published:
        raise Fault(f"no statement of {day} is published there")
    if any(file[name] != published[day][name] for name in ("statement", "signature", "key")):
        raise Fault(f"the statement in your file is not the published one of {day}")
    if options.key and file["key"] != options.key.lower():
        raise Fault(f"the statement is signed by {file['key']}, not by the key that you gave")
    account, branches = file.get("account"), file.get("branches")
    is_account = isinstance(account, str) and len(account) <= MAX_ACCOUNT and not UNPRINTABLE.search(account)
    if not is_account or not isinstance(branches, list):
        raise Fault("the file names no account or no balances")
    if options.account and account != options.account.lower():
        raise Fault(f"the file is of the account {account}, not of {options.account}")
    if not branches:
        raise Fault(f"the file has no balance at all: {account} is not in the proof of {day}")
    lines, leaves, held = [f"Proof of {day} for {account}, taken {facts['taken']}"], {}, {}
    for branch in branches:
        units, leaf = check_branch(branch, account, facts)
        asset = branch["asset"]
        if asset in held:
            raise Fault(f"the file has two balances of {asset}")
        held[asset] = amount(units, facts["assets"][asset]["decimals"])
        leaves[asset, branch["position"]] = leaf
        whole = amount(facts["assets"][asset]["units"], facts["assets"][asset]["decimals"])
        lines.append(f"  {held[asset]} {asset} is in the root {facts['assets'][asset]['root']} of {whole} {asset}")
    for wanted in options.expect:
        asset, _, value = wanted.partition("=")
        if held.get(asset) != normal(value):
            raise Fault(f"you expected {value} {asset}, the proof has {held.get(asset, 'none')}")
    lines.append(f"  ledger head {facts['head'][0]} {facts['head'][1]}")
    lines.append(f"  signed by {file['key']}")
    return lines, leaves


def normal(value):
    if not re.match(r"[0-9]{1,40}(\.[0-9]{1,40})?\Z", value):
        raise Unreadable(f"--expect takes an asset and an amount, for example ALEO=12.5, not {value!r}")
    whole, _, fraction = value.partition(".")
    fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + ("." + fraction if fraction else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help="your file, or several, and last the published statements: a file or an address")
    parser.add_argument("--account", help="your e-mail address: the file must be of this account")
    parser.add_argument("--expect", action="append", default=[], metavar="ASSET=AMOUNT", help="the balance that you had, for example ALEO=12.5")
    parser.add_argument("--day", help="check the proof of this day; default is the newest")
    parser.add_argument("--key", help="the public key that you know from before")
    options = parser.parse_args()
    if len(options.files) < 2:
        parser.error("give your file, and then the published statements")
    try:
        published = check_published(read_json(options.files[-1]))
        leaves = {}
        for name in options.files[:-1]:
            lines, own = check_file(read_json(name), published, options)
            if leaves.keys() & own.keys() or set(leaves.values()) & set(own.values()):
                raise Fault(f"a leaf of {name} is also in another file: two accounts share one balance")
            leaves.update(own)
            print("\n".join(lines))
        print("All is right.")
    except Fault as fault:
        print(f"WRONG: {fault}.", file=sys.stderr)
        return 1
    except Unreadable as problem:
        print(f"Cannot check: {problem}.", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
