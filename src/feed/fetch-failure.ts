import type { FetchError } from '../platform/http/fetcher.js';

export type FetchFailureCode =
  | FetchError['code']
  | 'http_status'
  | 'password'
  | 'auth_scheme'
  | 'blocked'
  | 'redirect'
  | 'unasked_304'
  | 'html'
  | 'empty'
  | 'too_large'
  | 'damaged'
  | 'zip'
  | 'sheet'
  | 'pages'
  | 'cut'
  | 'file'
  | 'disk';

/** Why a feed could not be fetched. The message continues "https://agency.example/feed.xml: …" and contains no secret. */
export class FetchFailure extends Error {
  constructor(
    readonly code: FetchFailureCode,
    message: string,
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
    this.name = 'FetchFailure';
  }
}

export function emptyFile(): FetchFailure {
  return new FetchFailure('empty', 'an empty file came');
}

export function tooLarge(maxBytes: number): FetchFailure {
  return new FetchFailure(
    'too_large',
    `the feed is larger than ${maxBytes} bytes, the limit of fetch.max_bytes. If that is meant, raise the limit`,
  );
}
