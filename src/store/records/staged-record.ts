import type { ReferenceUse } from '../../model/outcome.js';
import { pack, plainBytes, unpack } from '../database/codec.js';
import type {
  WantedPayload,
  PackedPayload,
  UsedWord,
  StagedOutcome,
  StagedListing,
} from '../../model/staged-record.js';

/** Encodes a use as four lines. The name is last: unlike a kind, a folded word or a key of the portal, it may contain line ends. */
export function usedWord({ kind, name, word, resolved }: ReferenceUse): UsedWord {
  return `${kind}\n${word}\n${resolved ?? ''}\n${name}`;
}

export function readUsedWord(used: UsedWord): ReferenceUse {
  const [kind = '', word = '', resolved = '', ...name] = used.split('\n');
  return {
    kind: kind as ReferenceUse['kind'],
    ...{ word, name: name.join('\n') },
    resolved: resolved === '' ? null : resolved,
  };
}

export function packPayload(payload: Readonly<Record<string, unknown>>): PackedPayload {
  return pack(payload);
}

export function unpackPayload(packed: PackedPayload): Record<string, unknown> {
  return unpack(packed) as Record<string, unknown>;
}

/** Bytes of the field with the length of the JSON. */
const headBytes = 4;

/**
 * Encodes an outcome as bytes: the length of the JSON (32 bits, little endian), the outcome as JSON, then the compressed payloads.
 * The worker that maps the record encodes it. It is decoded only once the snapshot is proven complete.
 */
export function encodeOutcome(
  outcome: Omit<StagedOutcome, 'listings'> & { listings: readonly StagedListing[] },
): Uint8Array {
  const packed = outcome.listings.flatMap(({ wanted }) => (wanted === null ? [] : [wanted.packed]));
  const listings = outcome.listings.map((listing) => {
    const { wanted } = listing;
    return wanted === null ? listing : { ...listing, wanted: { ...wanted, packed: wanted.packed.length } };
  });
  const json = Buffer.from(JSON.stringify({ ...outcome, listings }));
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(json.length);
  return Buffer.concat([head, json, ...packed]);
}

/** The JSON of an encoded outcome. `packed` is the length of the payload, in bytes. */
type Described = Omit<StagedOutcome, 'listings' | 'unknownState'> & {
  unknownState?: string | null;
  listings: (Omit<StagedListing, 'wanted'> & {
    wanted: (Omit<WantedPayload, 'packed'> & { packed: number }) | null;
  })[];
};

export function decodeOutcome(content: Uint8Array): StagedOutcome {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  let at = headBytes + bytes.readUInt32LE();
  const outcome = JSON.parse(bytes.toString('utf8', headBytes, at)) as Described;
  const listings = outcome.listings.map((listing): StagedListing => {
    const { wanted } = listing;
    if (wanted === null) return Object.assign(listing, { wanted });
    const packed = plainBytes(bytes.subarray(at, (at += wanted.packed)));
    return Object.assign(listing, { wanted: Object.assign(wanted, { packed }) });
  });
  // Staged by an earlier release, an outcome has no unknown state.
  return Object.assign(outcome, { listings, unknownState: outcome.unknownState ?? null });
}
