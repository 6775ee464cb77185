import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isAddress, isAllowListed, isPublicAddress, unbracketed } from './address-guard.js';
import { codeOf } from '../code-of.js';
import { unlessAborted } from '../within.js';
import { FetchError, type FetchReply, type FetchRequest, type Fetcher, type OwnAddress } from './fetcher.js';
import { exchange, ExchangeError, notBegun, type ExchangeProgress } from './exchange.js';

/** Returns all addresses of a host name. */
export type Resolver = (host: string) => Promise<readonly string[]>;

const publicPorts = new Set(['', '80', '443']);

/**
 * Opens feed URLs over node:http(s), one connection each. Addresses are checked before any socket exists, and the socket connects only to
 * a checked address. The name is resolved only once, so that a second, different answer has no effect (DNS rebinding).
 */
export function createGuardedFetcher(resolve: Resolver = resolveBySystem): Fetcher {
  return {
    async open(request) {
      const addresses = await checkedAddresses(request, resolve);
      return send(request, addresses);
    },
  };
}

const resolveBySystem: Resolver = async (host) =>
  (await systemLookup(host, { all: true, verbatim: true })).map((answer) => answer.address);

/**
 * Resolves the host.
 * @throws FetchError unless every one of its addresses is allowed; also for a scheme other than http and https, this process's own server, or
 *   a port other than 80 and 443 where not all addresses are on the allow list
 */
async function checkedAddresses(request: FetchRequest, resolve: Resolver): Promise<readonly string[]> {
  const { url, allowPrivateAddresses: allowList } = request;
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused(`${url.protocol.slice(0, -1)} is not supported: feeds are fetched by http or https`);
  if (request.own?.publicHost === url.host) throw ownConsole(url);
  const host = unbracketed(url.hostname);
  const addresses = isAddress(host) ? [host] : await resolved(host, resolve, request.signal);
  if (request.own !== undefined && isOwn(url, addresses, request.own)) throw ownConsole(url);
  const isListed = (address: string): boolean => isAllowListed(allowList, host, address);
  const closed = addresses.find((address) => !isPublicAddress(address) && !isListed(address));
  if (closed !== undefined)
    throw refused(
      `${url.hostname} resolves to ${closed}, which is not a public address. If that is intended, list it under fetch.allow_private_addresses`,
    );
  if (!publicPorts.has(url.port) && !addresses.every(isListed))
    throw refused(
      `port ${url.port} of ${url.hostname} is not 80 or 443. If that is intended, list the host under fetch.allow_private_addresses`,
    );
  return addresses;
}

/** Whether the URL is this process's own server, by any name or address of this machine. */
function isOwn(url: URL, addresses: readonly string[], { port }: OwnAddress): boolean {
  if (portOf(url) !== port) return false;
  const local = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return addresses.some((address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return ownRange.test(plain) || local.some((one) => one.address === plain);
  });
}

/** Loopback, and the unspecified address, which also connects to it. */
const ownRange = /^(127\.|0\.0\.0\.0$|::1$|::$|::ffff:7f)/i;

function ownConsole(url: URL): FetchError {
  return refused(
    `${url.host} is the address of feedsync itself, not of a feed. Set url to the agency's address`,
  );
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

async function resolved(host: string, resolve: Resolver, signal: AbortSignal): Promise<readonly string[]> {
  const aborted = (): Error => new Error('aborted');
  const addresses = await unlessAborted(resolve(host), signal, aborted).catch((error: unknown) => {
    if (signal.aborted) throw timedOut(host);
    throw new FetchError('dns', `the name ${host} could not be resolved (${codeOf(error)})`);
  });
  if (addresses.length === 0) throw new FetchError('dns', `the name ${host} has no address`);
  return addresses;
}

async function send(request: FetchRequest, addresses: readonly string[]): Promise<FetchReply> {
  const { method = 'GET', url, headers, signal } = request;
  const target = {
    secure: url.protocol === 'https:',
    hostname: unbracketed(url.hostname),
    port: portOf(url),
    path: url.pathname + url.search,
  };
  const progress = notBegun();
  try {
    const lookup = answering(addresses);
    const outgoing = {
      ...{ method, target, headers, body: null, agents: null, lookup, signal },
      lenient: request.lenient === true,
    };
    return await exchange(outgoing, progress);
  } catch (error) {
    throw error instanceof ExchangeError ? failed(url.host, error, progress) : error;
  }
}

/** A look-up that returns only the checked addresses. */
function answering(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = answers;
    if (options.all === true) callback(null, answers);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  };
}

function failed(host: string, { fault, code }: ExchangeError, { stage }: ExchangeProgress): FetchError {
  switch (fault) {
    case 'unwritable':
      return new FetchError('protocol', 'its configured headers cannot be written as HTTP');
    case 'aborted':
      return timedOut(host);
    case 'not_http':
      return new FetchError('protocol', `${host} answered with something that is not HTTP (${code})`);
    case 'switched':
      return new FetchError('protocol', `${host} answered 101, an unrequested change of protocol`);
    case 'interim':
      return new FetchError('protocol', `${host} kept sending interim responses (${code}), and no reply`);
    case 'failed':
      return broken(host, code, stage);
  }
}

function broken(host: string, code: string, stage: ExchangeProgress['stage']): FetchError {
  if (stage === 'connect') return new FetchError('connect', `${host} could not be reached (${code})`);
  if (stage === 'sent')
    return new FetchError('reset', `${host} closed the connection before it answered (${code})`);
  if (certificateCodes.test(code))
    return new FetchError(
      'tls',
      `${host} could not prove its identity: its certificate was refused (${code})`,
    );
  return new FetchError('tls', `${host} does not speak TLS correctly: no secure connection (${code})`);
}

/** Error codes of OpenSSL and Node.js for an invalid certificate. */
const certificateCodes = /CERT|UNABLE_TO_|CRL_|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED|INVALID_(?:CA|PURPOSE)/;

function timedOut(host: string): FetchError {
  return new FetchError('timeout', `${host} took too long to answer`);
}

function refused(message: string): FetchError {
  return new FetchError('address_refused', message);
}
