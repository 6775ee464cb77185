import { createHash, createPrivateKey, sign } from 'node:crypto';

/** One signed request: everything that a client of any language needs to check itself by. */
export interface Vector {
  name: string;
  method: string;
  url: string;
  body: string;
  header_prefix: string;
  timestamp: number;
  nonce_hex: string;
  signing_base: string;
  headers: Record<string, string>;
}

interface Asked {
  name: string;
  method?: string;
  url: string;
  /** As it stands in the base: written by hand, so that nothing computes both sides. */
  host: string;
  path: string;
  query?: string;
  body?: string;
  prefix?: string;
  nonceBytes?: number;
}

/** 32 bytes, 00 to 1f: for these vectors only. */
export const seed = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const key = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
});
export const privateKeyPem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
export const keyId = 'px_sandbox_vectors';

const connection = '/v1/connections/0b0e7a3c-2f0f-4f43-9a57-5d2b6f1c9e10';
const api = { host: 'api.example.com', path: '/v1/places' };

const asked: readonly Asked[] = [
  { name: 'no query, no body', url: 'https://api.example.com/v1/ping', ...api, path: '/v1/ping' },
  { name: 'empty query', url: 'https://api.example.com/v1/places?', ...api },
  {
    name: 'query in order',
    url: 'https://api.example.com/v1/places?limit=5&type=city',
    ...api,
    query: 'limit=5&type=city',
  },
  {
    name: 'query out of order',
    url: 'https://api.example.com/v1/places?type=city&limit=5',
    ...api,
    query: 'limit=5&type=city',
  },
  {
    name: 'repeated names',
    url: 'https://api.example.com/v1/places?a=2&b=0&a=10&a=1',
    ...api,
    query: 'a=1&a=10&a=2&b=0',
  },
  {
    name: 'a name that begins like another',
    url: 'https://api.example.com/v1/places?a-b=1&a=2',
    ...api,
    query: 'a=2&a-b=1',
  },
  {
    name: 'no value, and an empty one',
    url: 'https://api.example.com/v1/places?q&cursor=',
    ...api,
    query: 'cursor=&q=',
  },
  {
    name: 'unicode query, escapes in small letters',
    url: 'https://api.example.com/v1/places?q=Ni%c5%a1',
    ...api,
    query: 'q=Ni%C5%A1',
  },
  {
    name: 'unicode query, not escaped',
    url: 'https://api.example.com/v1/places?q=Ниш',
    ...api,
    query: 'q=%D0%9D%D0%B8%D1%88',
  },
  {
    name: 'reserved signs',
    url: "https://api.example.com/v1/places?q=a+b%20c'(d)*!~e/f",
    ...api,
    query: 'q=a%2Bb%20c%27%28d%29%2A%21~e%2Ff',
  },
  {
    name: 'unicode path, escaped as sent',
    url: 'https://api.example.com/v1/places/%c5%a0abac',
    ...api,
    path: '/v1/places/%c5%a0abac',
  },
  {
    name: 'signs in the path',
    method: 'PUT',
    url: `https://api.example.com${connection}/listings/A.1_b:2-c`,
    ...api,
    path: `${connection}/listings/A.1_b:2-c`,
    body: '{"external_id":"A.1_b:2-c"}',
  },
  {
    name: 'body with unicode',
    method: 'POST',
    url: 'https://api.example.com/v1/validate',
    ...api,
    path: '/v1/validate',
    body: '{"listing":{"title":{"sr":"Двособан стан 🏠"}}}',
  },
  {
    name: 'empty body of a POST',
    method: 'POST',
    url: 'https://api.example.com/v1/connections',
    ...api,
    path: '/v1/connections',
  },
  {
    name: 'DELETE with a reason',
    method: 'DELETE',
    url: `https://api.example.com${connection}?reason=kraj%20ugovora`,
    ...api,
    path: connection,
    query: 'reason=kraj%20ugovora',
  },
  { name: 'a port', url: 'http://127.0.0.1:8090/v1/ping', host: '127.0.0.1:8090', path: '/v1/ping' },
  { name: "the scheme's own port", url: 'https://api.example.com:443/v1/ping', ...api, path: '/v1/ping' },
  { name: 'host in capitals', url: 'https://API.Example.COM/v1/ping', ...api, path: '/v1/ping' },
  {
    name: 'another header prefix',
    url: 'https://api.example.com/v1/ping',
    ...api,
    path: '/v1/ping',
    prefix: 'Acme-',
  },
  { name: 'longest nonce', url: 'https://api.example.com/v1/ping', ...api, path: '/v1/ping', nonceBytes: 64 },
];

export function makeVectors(): Vector[] {
  return asked.map((each, index) => {
    const {
      name,
      method = 'GET',
      url,
      host,
      path,
      query = '',
      body = '',
      prefix = 'PX-',
      nonceBytes = 16,
    } = each;
    const timestamp = 1_772_438_400 + index;
    const nonce = Buffer.from(Array.from({ length: nonceBytes }, (_, at) => (at * 7 + index * 13) % 256));
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
    const parts = [method, host, path, query, timestamp, nonce.toString('base64url'), digest];
    const base = ['PX-SIG-1', ...parts].join('\n');
    return {
      name,
      method,
      url,
      body,
      header_prefix: prefix,
      timestamp,
      nonce_hex: nonce.toString('hex'),
      signing_base: base,
      headers: {
        [`${prefix}Key-Id`]: keyId,
        [`${prefix}Timestamp`]: String(timestamp),
        [`${prefix}Nonce`]: nonce.toString('base64url'),
        'Content-Digest': digest,
        [`${prefix}Signature`]: `v1=${sign(null, Buffer.from(base), key).toString('base64url')}`,
      },
    };
  });
}
