/** What a person decides about a hold. */
export interface Decision {
  holdId: number;
  kind: 'approve' | 'reject';
  /** The number of listings that the person saw; required above `expectAbove`. */
  expect: number | null;
  author: string;
  /** Of a hold of foreign listings: only these lines; the others stay open. */
  only?: readonly string[] | undefined;
  /** Of a hold of an orphaned feed: approved by giving its listings to this feed. */
  giveTo?: string | undefined;
  /** Of a hold that proposes it: listings go on under the new ids of their records. */
  rekey?: boolean | undefined;
}

export type DecisionResult = { ok: true; message: string; listings: number } | { ok: false; message: string };
