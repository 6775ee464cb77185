import { describe, expect, it } from 'vitest';
import { connection, portal, problemLines } from './config-files.js';

const feed = `feeds:
  - name: a
    connection: ${connection}
    url: https://agency.example/feed.xml
    mapping: kyero-v3
`;

/** What is written → exactly the lines that a person reads. */
const rows: [name: string, text: string, lines: string[]][] = [
  [
    'an empty file',
    '',
    ['feedsync.yaml:1:1 portal: is missing; write portal: with its keys on indented lines below'],
  ],
  [
    'a file that is a list',
    '- a',
    ['feedsync.yaml:1:1 is not a map; write its keys on indented lines below'],
  ],
  [
    'broken YAML',
    'portal: {base_url: "x"\n',
    [
      'feedsync.yaml:2:1 the indentation fits no level above; align it with the key that it belongs to, or close an open quote or bracket',
    ],
  ],
  [
    'a key twice',
    'store: sqlite:a\nstore: sqlite:b\n',
    ['feedsync.yaml:2:1 a key occurs twice in one map; keep one of the two'],
  ],
  [
    'an empty section and a missing key',
    'portal:\n  base_url:\n  key_id: k\n',
    [
      'feedsync.yaml:1:1 portal.private_key_file: is missing; write private_key_file: /run/secrets/portal.pem',
      'feedsync.yaml:2:12 portal.base_url: is empty; write a value or delete the line',
    ],
  ],
  [
    'keys that nobody knows',
    `${portal}  baseUrl: x\nfetch: { time_out: 10m }\nlog: debug\n`,
    [
      'feedsync.yaml:5:3 portal.baseUrl: is not a known key; write base_url instead',
      'feedsync.yaml:6:10 fetch.time_out: is not a known key; write timeout instead',
      'feedsync.yaml:7:1 log: is not a known key; write portal, store, data_dir, mappings, timezone, server, fetch, reconcile, certifying, removals, content_guard, retention, backups, notices, partner, feeds_dir, feed_defaults or feeds',
    ],
  ],
  [
    'ways to tell people',
    `${portal}notices:\n  smtp: { url: 'smtp://me:secret@mail.example', from: nobody, user: me }\n  webhook: { url: 'ftp://x', secret: short }\n  operators: [{ email: ops }]\n`,
    [
      'feedsync.yaml:6:9 notices.smtp: has a user without a password, or a password without a user; write both or neither',
      'feedsync.yaml:6:16 notices.smtp.url: is not a mail server; write smtp:// or smtps:// with a host, such as smtps://mail.vendor.example:465, and user and password in their own keys',
      'feedsync.yaml:6:55 notices.smtp.from: is not a sender; write an address, or a name and an address, such as feedsync <feedsync@vendor.example>',
      'feedsync.yaml:7:19 notices.webhook.url: is not the address of a webhook; write an http: or https: URL without user and password',
      'feedsync.yaml:7:38 notices.webhook.secret: is too short to sign with; write whsec_ and at least 24 bytes as base64, from the environment',
      'feedsync.yaml:8:24 notices.operators[0].email: is not an e-mail address; write one such as ops@vendor.example',
    ],
  ],
  [
    'units',
    `${portal}fetch: { timeout: 10, max_bytes: 2G }\nreconcile: { max_snapshot_age: 36 hours }\n`,
    [
      'feedsync.yaml:5:19 fetch.timeout: is not a length of time; write a number with a unit (ms, s, m, h, d), such as 10m',
      'feedsync.yaml:5:34 fetch.max_bytes: is not a size; write a number with a unit (B, KB, MB, GB, KiB, MiB, GiB), such as 2GB',
      'feedsync.yaml:6:32 reconcile.max_snapshot_age: is not a length of time; write a number with a unit (ms, s, m, h, d), such as 10m',
    ],
  ],
  [
    'numbers and words',
    `${portal}removals: { after_polls: 0, max_share: 30, max_count: many, reason: gone }\n`,
    [
      'feedsync.yaml:5:26 removals.after_polls: is too small; write 1 or more',
      'feedsync.yaml:5:40 removals.max_share: is too large; write 1 or less',
      'feedsync.yaml:5:55 removals.max_count: is not a number; write digits without quotes',
      'feedsync.yaml:5:69 removals.reason: is not an allowed value; write withdrawn, sold, rented or expired',
    ],
  ],
  [
    'schedules and zones',
    `${portal}timezone: Belgrade\nreconcile: { schedule: "at four" }\n`,
    [
      'feedsync.yaml:5:11 timezone: is not a known time zone; write an IANA name, such as Europe/Belgrade',
      'feedsync.yaml:6:24 reconcile.schedule: is not a cron expression that ever fires; write five fields, or six with seconds first, such as "*/15 * * * *"',
    ],
  ],
  [
    'addresses',
    `portal:\n  base_url: portal.example\n  key_id: k\n  private_key_file: f\nstore: mysql://x\nserver: { listen: 8080 }\n`,
    [
      'feedsync.yaml:2:13 portal.base_url: is not the address of a service; write one such as https://portal.example/v1',
      'feedsync.yaml:5:8 store: is not a store; write sqlite: with a path, or a postgres:// URL',
      'feedsync.yaml:6:19 server.listen: is not an address to listen on; write host:port, such as 127.0.0.1:8080',
    ],
  ],
  [
    'proxies that may be strangers',
    `${portal}server: { trusted_proxies: [0.0.0.0/1, 128.0.0.0/1], monitors: [prometheus] }\n`,
    [
      'feedsync.yaml:5:28 server.trusted_proxies: covers so many addresses that others own some of them; write only those of your own machines, such as 172.18.0.0/16',
      'feedsync.yaml:5:65 server.monitors[0]: is neither an address nor a CIDR range; write one such as 10.0.0.5, 172.18.0.0/16 or fd00:1::/64',
    ],
  ],
  [
    'protocol settings',
    `${portal}  protocol: { header_prefix: PX, item_window: 60 }\n`,
    [
      'feedsync.yaml:5:30 portal.protocol.header_prefix: must be letters, digits and hyphens, and end in a hyphen; write a value such as PX-',
      'feedsync.yaml:5:34 portal.protocol.item_window: is not a known key; write item_window_seconds instead',
    ],
  ],
  [
    'a feed',
    `${portal}feeds:\n  - name: Agency A\n    connection: ABCD-1234\n    url: ftp://agency.example/x\n    mapping: ""\n    kind: partial\n    shedule: "* * * * *"\n`,
    [
      'feedsync.yaml:6:11 feeds[0].name: is not a feed name; write lower-case letters, digits and hyphens, such as agency-a',
      'feedsync.yaml:7:17 feeds[0].connection: is not the id of a connection; write the UUID that `feedsync connections` shows (a connect code is something else)',
      'feedsync.yaml:8:10 feeds[0].url: is not an address that can be read; write an http: or https: URL, or file: with a path',
      'feedsync.yaml:9:14 feeds[0].mapping: is empty; write a value',
      'feedsync.yaml:10:11 feeds[0].kind: is not an allowed value; write full, delta or auto',
      'feedsync.yaml:11:5 feeds[0].shedule: is not a known key; write schedule instead',
    ],
  ],
  [
    'a feed without a source',
    `${portal}feeds:\n  - { name: a, connection: ${connection}, mapping: m }\n`,
    [
      'feedsync.yaml:6:5 feeds[0].url: is missing; write url: https://agency.example/feed.xml, or urls: with a list',
    ],
  ],
  [
    'an address that is none, and one that says something else of its file',
    `${portal}feeds:\n  - { name: a, connection: ${connection}, mapping: m, urls: [x, { url: y }, { url: "file:y", headers: { k: v } }, { url: "file:z", header: { "a b": c } }, 7] }\n`,
    [
      'feedsync.yaml:6:85 feeds[0].urls[0]: is not the address of a file; write https://agency.example/flats.xml, or { url: https://agency.example/flats.xml, header: { kind: flat } }',
      'feedsync.yaml:6:88 feeds[0].urls[1]: is not the address of a file; write https://agency.example/flats.xml, or { url: https://agency.example/flats.xml, header: { kind: flat } }',
      'feedsync.yaml:6:100 feeds[0].urls[2]: is not the address of a file; write https://agency.example/flats.xml, or { url: https://agency.example/flats.xml, header: { kind: flat } }',
      'feedsync.yaml:6:138 feeds[0].urls[3]: is not the address of a file; write https://agency.example/flats.xml, or { url: https://agency.example/flats.xml, header: { kind: flat } }',
      'feedsync.yaml:6:179 feeds[0].urls[4]: is not the address of a file; write https://agency.example/flats.xml, or { url: https://agency.example/flats.xml, header: { kind: flat } }',
    ],
  ],
  [
    'url beside urls, and a password that is forgotten',
    `${portal}${feed}    urls: [file:x.xml]\n  - { name: b, connection: ${connection}, mapping: m, url: "file:b.xml", auth: { user: u } }\n`,
    [
      'feedsync.yaml:8:10 feeds[0].url: is written together with urls; write one of the two',
      'feedsync.yaml:11:97 feeds[1].auth.password: is missing; write password: ${FEED_PASSWORD}',
    ],
  ],
  [
    'free-form maps with values that cannot be',
    `${portal}${feed}    answers: { mandate_attested: [yes] }\n    constants: { price: { currency: EUR } }\n    tables: { category: studio }\n    headers: { "X Y": z }\n`,
    [
      'feedsync.yaml:10:34 feeds[0].answers.mandate_attested: is not an answer; write true or false; a fact other than the mandate also takes { yes: [ids], no: [ids] }, and rent.type and structure.furnished take { named: { word: [ids] } }',
      'feedsync.yaml:11:25 feeds[0].constants.price: is not a plain value; write text, a number, true or false',
      'feedsync.yaml:12:25 feeds[0].tables.category: is not a map; write its keys on indented lines below',
      'feedsync.yaml:13:16 feeds[0].headers.X Y: is not an allowed name; write letters, digits and hyphens',
    ],
  ],
  [
    'two feeds of one name',
    `${portal}${feed}  - { name: a, connection: ${connection}, mapping: m, url: "file:b.xml" }\n`,
    [
      'feedsync.yaml:10:13 feeds[1].name: is also the name of another feed (feedsync.yaml:6); write another name',
    ],
  ],
  [
    'two feeds of one connection with the same URL',
    `${portal}${feed}  - { name: b, connection: ${connection}, mapping: m, url: "HTTPS://agency.example:443/feed.xml" }\n`,
    [
      'feedsync.yaml:10:83 feeds[1].url: is already read for this connection (feedsync.yaml:8); keep one of the two',
    ],
  ],
  [
    'defaults, told once where they stand',
    `${portal}removals: { min_age: soon }\nfeed_defaults: { kind: half, name: x }\n${feed}`,
    [
      'feedsync.yaml:5:22 removals.min_age: is not a length of time; write a number with a unit (ms, s, m, h, d), such as 10m',
      'feedsync.yaml:6:24 feed_defaults.kind: is not an allowed value; write full, delta or auto',
      'feedsync.yaml:6:30 feed_defaults.name: is not a known key; write connection, auth, headers, mapping, schedule, kind, encoding, delimiter, quote, header, timezone, id_prefix, where, min_records, ignore_more, answers, constants, tables, unmapped, empty_state, weight, photos, removals, content_guard, on_request or bands',
    ],
  ],
  [
    'references that lead nowhere',
    `portal:\n  base_url: https://\${HOST}/v1\n  key_id: \${KEY ID}\n  private_key_file: \${file:/run/none}\n`,
    [
      'feedsync.yaml:2:13 portal.base_url: reads the environment variable HOST, which is not set; set it, or write the value here',
      'feedsync.yaml:3:11 portal.key_id: contains a reference that is not a variable; write ${NAME} or ${file:/path}, or $${ for a literal ${',
      'feedsync.yaml:4:21 portal.private_key_file: reads the file /run/none, which cannot be read; create it or correct the path',
    ],
  ],
  [
    'contacts',
    `${portal}fetch: { contact: 'call me' }\n`,
    [
      'feedsync.yaml:5:19 fetch.contact: is no contact; write the address of a page, such as https://partner.example/feeds, or an e-mail address',
    ],
  ],
  [
    'a folder of feeds that is not there',
    `${portal}feeds_dir: ./feeds.d\n`,
    ['feedsync.yaml:5:12 feeds_dir: names a folder that cannot be read; create it or correct the path'],
  ],
];

describe('problems of a configuration', () => {
  it.each(rows)('%s', async (_, text, lines) => {
    expect(await problemLines(text)).toEqual(lines);
  });
});
