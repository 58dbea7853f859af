import { expect, test } from 'vitest';
import { guardedConnector, isPublicAddress, PrivateAddressError } from './address-guard.js';

test.each(['8.8.8.8', '52.216.8.5', '100.63.255.255', '172.32.0.1', '2600:1f18::5', '2a02:26f0::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
])('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false));

type Connected = Parameters<ReturnType<typeof guardedConnector>>[1];
type Lookup = NonNullable<Parameters<typeof guardedConnector>[0]['lookup']>;

const connect = (hostname: string, lookup?: Lookup) =>
  new Promise<Error | null>((resolve) => {
    const connector = guardedConnector({ allowPrivate: false, connectMsMax: 100, ...(lookup && { lookup }) });
    const done = ((error: Error | null, socket: { destroy(): void } | null) => {
      socket?.destroy();
      resolve(error);
    }) as Connected;
    connector({ hostname, host: hostname, protocol: 'http:', port: '9' }, done);
  });

test.each([
  'http://127.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
])('an address in a URL, which is not looked up, is refused: %s', async (url) =>
  expect(await connect(new URL(url).hostname)).toBeInstanceOf(PrivateAddressError),
);

test('a name is refused by the address that it resolves to at that moment', async () => {
  const answers = [['203.0.113.7', '93.184.216.34'], ['127.0.0.1']].map((addresses) =>
    addresses.map((address) => ({ address, family: 4 })),
  );
  const lookup: Lookup = (_name, _options, callback) => callback(null, answers.shift() ?? []);
  expect(await connect('rebinding.example', lookup)).toBeInstanceOf(PrivateAddressError);
  expect(await connect('rebinding.example', lookup)).toBeInstanceOf(PrivateAddressError);
  expect(await connect('localhost')).toBeInstanceOf(PrivateAddressError);
});
