import { type LookupOptions, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';

/**
 * A user chooses the endpoint of object storage, so it must not lead into the network of the service: to a metadata
 * endpoint of a cloud, or to a database that trusts its neighbours. The guard checks the address that is connected to,
 * not the name, because a name may resolve to another address on every lookup.
 */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';

  constructor(host: string) {
    super(
      `"${host}" is a private, local or reserved address; only WEIR_ALLOW_PRIVATE_ENDPOINTS=true permits such endpoints`,
    );
  }
}

const refusedNetworks: readonly (readonly [string, number])[] = [
  // Unspecified, private, shared by carriers, loopback, link-local.
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  // Protocol assignments, documentation, benchmarks, 6to4 relays, multicast, reserved and broadcast.
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Only global unicast addresses are public, without those that contain an IPv4 address or are documentation. */
const publicNetwork6 = ['2000::', 3] as const;
const refusedNetworks6: readonly (readonly [string, number])[] = [
  // Teredo and other protocol assignments, documentation, 6to4.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

function blockList(networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}

const refused = blockList(refusedNetworks, 'ipv4');
const public6 = blockList([publicNetwork6], 'ipv6');
const refused6 = blockList(refusedNetworks6, 'ipv6');

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%');
  switch (isIP(bare)) {
    case 4:
      return !refused.check(bare, 'ipv4');
    case 6:
      return public6.check(bare, 'ipv6') && !refused6.check(bare, 'ipv6');
    default:
      return false;
  }
}

type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void;

/** Refuses a name if any of its addresses is not public: the connection may use any of them. */
function publicLookup(lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddressError(hostname), []);
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

export interface GuardOptions {
  readonly allowPrivate: boolean;
  readonly connectMsMax: number;
  /** By default the system's. */
  readonly lookup?: Lookup;
}

/** Connects to public addresses only, unless private ones are allowed. */
export function guardedConnector(options: GuardOptions): buildConnector.connector {
  const { allowPrivate, connectMsMax, lookup = systemLookup } = options;
  if (allowPrivate) return buildConnector({ timeout: connectMsMax });
  const connect = buildConnector({ timeout: connectMsMax, lookup: publicLookup(lookup) });
  return (target, callback) => {
    // Addresses in the URL are not looked up. A URL writes them canonically: 0x7f.1 and 2130706433 are 127.0.0.1.
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(new PrivateAddressError(host), null);
    connect(target, callback);
  };
}
