import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../platform/clock.js';
import type { Spool, SpoolFile } from '../../platform/files/spool.js';
import { within } from '../../platform/within.js';

/** The largest file that may be uploaded, in megabytes. */
export const uploadMegabytes = 20;
/** The largest file that may be uploaded. */
const uploadBytesMax = uploadMegabytes * 1_000_000;
/** Time in which a file must arrive: 20 MB at 1 Mbit/s. */
const arrivesWithinMs = 180_000;

/** `cut`: it did not arrive whole, or not in time. */
export type ReceivedUpload =
  { ok: true; file: SpoolFile; bytes: number } | { ok: false; why: 'too_large' | 'empty' | 'cut' };

/** Writes a request's body to a temporary file, block by block. The caller keeps or discards the file. */
export async function receiveUpload(
  request: Request,
  { clock, spool }: { clock: Clock; spool: Spool },
): Promise<ReceivedUpload> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > uploadBytesMax) return { ok: false, why: 'too_large' };
  const { body } = request;
  if (body === null || announced === 0) return { ok: false, why: 'empty' };
  // Under another spelling of the address, the body was read as that of any other request.
  if (request.bodyUsed) return { ok: false, why: 'cut' };
  const file = await spool.create();
  let bytes = 0;
  try {
    const counted = async function* (blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const block of blocks) {
        bytes += block.length;
        if (bytes > uploadBytesMax) throw new RangeError('the body is longer than announced');
        yield block;
      }
    };
    await within(clock, arrivesWithinMs, (signal) =>
      pipeline(Readable.fromWeb(body), counted, file.stream, { signal }),
    );
  } catch {
    await file.discard();
    return { ok: false, why: bytes > uploadBytesMax ? 'too_large' : 'cut' };
  }
  if (bytes === announced) return { ok: true, file, bytes };
  await file.discard();
  return { ok: false, why: 'cut' };
}
