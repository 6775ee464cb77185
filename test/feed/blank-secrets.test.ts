import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedFormat } from '../../src/model/feed-format.js';
import { blankSecrets } from '../../src/feed/decode/blank-secrets.js';

function formatOf(container: 'xml' | 'json', secrets: string[]): FeedFormat {
  return container === 'xml'
    ? { container, root: 'feed', records: ['feed/ad'], declaredCount: null, secrets }
    : { container, root: [], records: ['ads'], lines: false, declaredCount: null, secrets };
}

/** @param size of the pieces in which the file comes */
async function left(format: FeedFormat, file: string | Buffer, size = 1 << 16): Promise<string> {
  const bytes = Buffer.from(file);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const blanker = blankSecrets(format);
  if (blanker === null) throw new Error('nothing is secret');
  const blanked = new PassThrough();
  const [content] = await Promise.all([text(blanked), pipeline(Readable.from(pieces), blanker, blanked)]);
  return content;
}

const xml = `<?xml version="1.0"?>
<!-- export of @password -->
<f:feed xmlns:f="urn:feed" f:password='g&amp;h "1"' user = "nova">
  <login><key>đ9</key><![CDATA[<key>]]><!-- 12 --></login>
  <ad id="a>1" phone="064"><agent phone="021 123"><name>Ana</name></agent><phone>064 1</phone><key/></ad>
  <ad><title>password="not one"</title></ad>
</f:feed>
`;

const json = `{"token":"a\\"b\\u0041","user":"nova","login":{"key":"đ9","n":[-10.5e3,"x"]},
 "ads":[{"id":1,"phone":"064","agents":[{"phone":381641234,"name":"Ana"}]},{"id":"token","agents":null}]}`;

describe('what a mapping calls secret', () => {
  it('is overwritten in XML: attributes, and elements with all that is in them', async () => {
    const format = formatOf('xml', ['@password', 'login', 'agent/@phone', 'ad/phone']);
    expect(await left(format, xml)).toBe(`<?xml version="1.0"?>
<!-- export of @password -->
<f:feed xmlns:f="urn:feed" f:password='xxxxxxx xxx' user = "nova">
  <login><key>xxx</key><![CDATA[xxxxx]]><!-- xx --></login>
  <ad id="a>1" phone="064"><agent phone="xxx xxx"><name>Ana</name></agent><phone>xxx x</phone><key/></ad>
  <ad><title>password="not one"</title></ad>
</f:feed>
`);
  });

  it('is overwritten in JSON, which stays JSON', async () => {
    const blanked = await left(formatOf('json', ['token', 'login', 'agents/phone']), json);
    expect(JSON.parse(blanked)).toEqual({
      token: 'x'.repeat(10),
      user: 'nova',
      login: { key: 'xxx', n: [-11.1e1, 'x'] },
      ads: [
        { id: 1, phone: '064', agents: [{ phone: 111111111, name: 'Ana' }] },
        { id: 'token', agents: null },
      ],
    });
  });

  it.each([
    ['xml', xml, ['@password', 'login', 'agent/@phone', 'ad/phone']],
    ['json', json, ['token', 'login', 'agents/phone']],
  ] as const)(
    'is found in %s whatever the pieces are, and the length stays',
    async (container, file, secrets) => {
      const format = formatOf(container, [...secrets]);
      const whole = await left(format, file);
      expect(Buffer.byteLength(whole)).toBe(Buffer.byteLength(file));
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (size) => {
          expect(await left(format, file, size)).toBe(whole);
        }),
        { numRuns: 40 },
      );
    },
  );

  it('is overwritten in a file that is cut, wherever that is', async () => {
    const at = xml.indexOf('g&amp;h');
    for (let end = at + 1; end < at + 12; end++)
      expect(await left(formatOf('xml', ['@password']), xml.slice(0, end))).not.toMatch(/g&|h "/);
  });

  it('is not looked for in UTF-16, which is said', async () => {
    await expect(left(formatOf('xml', ['@password']), Buffer.from(xml, 'utf16le'))).rejects.toThrow('UTF-16');
  });
});
