import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { coversStrangers, readRange } from '../core/setup/address-ranges.js';
import { durationPattern, parseDuration, parseSize, sizePattern } from '../model/durations.js';
import { isCron } from '../core/schedule/cron.js';

/** Kinds of configuration values. Messages have the form `what is wrong; what to write instead`. */

export const text = z.string().min(1, 'is empty; write a value');

/** Written `10m`, read as milliseconds. */
export const duration = written(
  durationPattern,
  'is not a length of time; write a number with a unit (ms, s, m, h, d), such as 10m',
).transform(parseDuration);

/** Written `2GB`, read as bytes. */
export const size = written(
  sizePattern,
  'is not a size; write a number with a unit (B, KB, MB, GB, KiB, MiB, GiB), such as 2GB',
).transform(parseSize);

export const cron = z
  .string()
  .refine(
    isCron,
    'is not a cron expression that ever fires; write five fields, or six with seconds first, such as "*/15 * * * *"',
  );

export const timezone = z
  .string()
  .refine(isTimezone, 'is not a known time zone; write an IANA name, such as Europe/Belgrade');

export const feedName = written(
  /^[a-z0-9-]+$/,
  'is not a feed name; write lower-case letters, digits and hyphens, such as agency-a',
);

export const connectionId = written(
  /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
  'is not the id of a connection; write the UUID that `feedsync connections` shows (a connect code is something else)',
);

/** A feed's source: http, https or file. A relative file path is resolved from the working directory. */
export const feedUrl = z
  .string()
  .refine(isFeedUrl, 'is not an address that can be read; write an http: or https: URL, or file: with a path')
  .transform(absoluteUrl);

/** A service's http or https address, without query. Trailing slashes are removed. */
export const serviceUrl = z
  .string()
  .refine(isServiceUrl, 'is not the address of a service; write one such as https://portal.example/v1')
  .transform((url) => url.replace(/\/+$/, ''));

/** Where the operator can be reached: a page, or an e-mail address, read as `mailto:`. It is sent to hosts, so it is plain ASCII. */
export const contactAddress = z
  .string()
  .transform((contact) => (/^[^\s@/:]+@[^\s@/:]+$/.test(contact) ? `mailto:${contact}` : contact))
  .refine(
    (contact) =>
      /^[!-'*-~]{1,200}$/.test(contact) &&
      (/^mailto:[^@]+@[^@]+$/.test(contact) || (/^https?:/.test(contact) && isContactUrl(contact))),
    'is no contact; write the address of a page, such as https://partner.example/feeds, or an e-mail address',
  );

/** Written `host:port`. */
export const listenAddress = written(
  /^(\[[0-9a-fA-F:.]+\]|[^\s:[\]]+):\d{1,5}$/,
  'is not an address to listen on; write host:port, such as 127.0.0.1:8080',
)
  .transform((address) => {
    const colon = address.lastIndexOf(':');
    return { host: address.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(address.slice(colon + 1)) };
  })
  .refine(({ port }) => port <= 65_535, 'has a port over 65535; write one below, or 0 for any free one');

/** Written `sqlite:PATH` or `postgres://…`. */
export const storeAddress = written(
  /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
  'is not a store; write sqlite: with a path, or a postgres:// URL',
).transform((address) =>
  address.startsWith('sqlite:')
    ? ({ kind: 'sqlite', path: address.slice('sqlite:'.length) } as const)
    : ({ kind: 'postgres', url: address } as const),
);

/** The operator's own addresses and CIDR blocks. Ranges so large that they include other owners are refused. */
export const ownAddressRanges = z
  .array(
    z
      .string()
      .refine(
        (entry) => readRange(entry) !== null,
        'is neither an address nor a CIDR range; write one such as 10.0.0.5, 172.18.0.0/16 or fd00:1::/64',
      ),
  )
  .refine(
    (entries) => !coversStrangers(entries.flatMap((entry) => readRange(entry) ?? [])),
    'covers so many addresses that others own some of them; write only those of your own machines, such as 172.18.0.0/16',
  );

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function written(pattern: RegExp, message: string): z.ZodString {
  return z.string(message).regex(pattern, message);
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isFeedUrl(address: string): boolean {
  if (address.startsWith('file:')) return address.length > 'file:'.length;
  const url = parseUrl(address);
  return url !== null && /^https?:$/.test(url.protocol);
}

function absoluteUrl(address: string): string {
  if (!address.startsWith('file:') || address.startsWith('file:///')) return new URL(address).href;
  return pathToFileURL(resolve(address.slice('file:'.length))).href;
}

function isServiceUrl(address: string): boolean {
  const url = parseUrl(address);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search + url.hash + url.username + url.password === ''
  );
}

function isContactUrl(address: string): boolean {
  const url = parseUrl(address);
  return url !== null && url.username + url.password === '';
}

function parseUrl(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
