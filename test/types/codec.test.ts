import { expectTypeOf, test } from 'vitest';
import { codec, type Codec, type Stored } from '../../src/store/database/codec.js';

interface Row {
  id: number;
  name: string;
  parts: { at: number }[];
  maybe: { why: string } | null;
  isOpen: boolean;
  bytes: Uint8Array;
}

test('objects lie in their table as text, flags as numbers, and everything else as it is', () => {
  interface InTable {
    id: number;
    name: string;
    parts: string;
    maybe: string | null;
    isOpen: number;
    bytes: Uint8Array;
  }
  expectTypeOf<Stored<Row, 'parts' | 'maybe', 'isOpen'>>().toEqualTypeOf<InTable>();
  expectTypeOf(codec<Row>()({ json: ['parts', 'maybe'], flags: ['isOpen'] })).toExtend<Codec<Row, InTable>>();
});

test('a codec without columns of its own changes nothing', () => {
  expectTypeOf(codec<Row>()({})).toEqualTypeOf<Codec<Row, Row>>();
});

test('only columns that the row has can be named', () => {
  // @ts-expect-error: the row has no such column
  codec<Row>()({ json: ['part'] });
  // @ts-expect-error: nor this one
  codec<Row>()({ flags: ['isClosed'] });
});
