import { defaultProtocol } from '../../wire/protocol.js';
import { contentDigest, signingBase } from '../../wire/sign.js';

/** What a client of the sandbox begins with. */
export interface Welcome {
  baseUrl: string;
  /** Absolute. */
  keyFile: string;
  keyId: string;
  active: string | null;
  certifying: string | null;
  connectCode: string;
}

/** @param stateFile null where everything is in memory */
export function welcomeText(welcome: Welcome, stateFile: string | null): string {
  const { baseUrl, keyFile, keyId, active, certifying, connectCode } = welcome;
  const { staff, openapi } = addressesOf(baseUrl);
  const rows: [string, string | null][] = [
    ['key id', keyId],
    ['private key', keyFile],
    ['active', active],
    ['certifying', certifying],
    ['connect code', connectCode],
    ['staff page', staff],
    ['OpenAPI', openapi],
  ];
  const lines = rows.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(14)}${value}`]));
  const fate = stateFile === null ? 'All that it holds is gone then' : `It goes on from ${stateFile} then`;
  return [
    `The sandbox portal answers at ${baseUrl}. To begin with, it has these (active and certifying are connections):`,
    '',
    ...lines,
    '',
    'A first signed request, for bash with openssl 3 and curl:',
    '',
    curlLine(welcome),
    '',
    `Stop it with Ctrl+C. ${fate}.`,
  ].join('\n');
}

export function welcomeDocument(welcome: Welcome): Record<string, unknown> {
  const { baseUrl, keyFile, keyId, active, certifying, connectCode } = welcome;
  const { staff, openapi } = addressesOf(baseUrl);
  return {
    base_url: baseUrl,
    key_id: keyId,
    private_key_file: keyFile,
    connection: active,
    certifying_connection: certifying,
    connect_code: connectCode,
    staff_url: staff,
    openapi_url: openapi,
    curl: curlLine(welcome),
  };
}

function addressesOf(baseUrl: string): { staff: string; openapi: string } {
  const staff = baseUrl.replace(/\/v1$/, '/_sandbox');
  return { staff, openapi: `${staff}/openapi.json` };
}

/** GET /ping, signed by openssl: one line for bash. The text to sign goes through a file, because openssl asks for its length. */
function curlLine({ baseUrl, keyFile, keyId }: Welcome): string {
  const { host, pathname } = new URL(`${baseUrl}/ping`);
  const { signing_base: layout, header_prefix: prefix } = defaultProtocol;
  const digest = contentDigest(null);
  const parts = { method: 'GET', host, path: pathname, query: '', digest, nonce: '%s' };
  const base = signingBase({ ...parts, timestamp: 0 }, layout.replace('{timestamp}', '%s')).replaceAll(
    '\n',
    '\\n',
  );
  const header = (name: string, value: string): string => `-H ${name}:${value}`;
  return [
    `t=$(date +%s) n=$(openssl rand -hex 16) f=$(mktemp);`,
    `printf '${base}' $t $n >$f;`,
    `curl -s ${baseUrl}/ping`,
    header(`${prefix}Key-Id`, keyId),
    header(`${prefix}Timestamp`, '$t'),
    header(`${prefix}Nonce`, '$n'),
    header('Content-Digest', digest),
    header(
      `${prefix}Signature`,
      `v1=$(openssl pkeyutl -sign -rawin -inkey ${quoted(keyFile)} -in $f | openssl base64 -A | tr +/ -_ | tr -d =)`,
    ),
  ].join(' ');
}

/** One word of bash. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
