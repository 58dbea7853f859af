import { beforeAll, expect, it, vi } from 'vitest';

const dashboard = 'DSH01TESTTESTTESTTESTTESTTEST';
const link = 'SHL01TESTTESTTESTTESTTESTTEST.a-secret-of-enough_characters';
const tile = 'TIL01TESTTESTTESTTESTTESTTEST';

let sharedView: typeof import('./shared-view.js').sharedView;
beforeAll(async () => {
  vi.stubGlobal('document', { baseURI: 'http://localhost/shared' });
  vi.stubGlobal('window', { sessionStorage: { getItem: () => null } });
  ({ sharedView } = await import('./shared-view.js'));
});

it.each([
  ['a link', `${dashboard}/${link}`, false],
  ['a link in a frame', `${dashboard}/${link}`, true],
  ['a dashboard in a frame', dashboard, true],
  ['a tile in a frame', `${dashboard}/${tile}`, true],
])('shows %s', (_name, fragment, hasPageAround) => {
  expect(sharedView(fragment, hasPageAround)?.dashboardId).toBe(dashboard);
});

it.each([
  ['nothing', '', true],
  ['a dashboard without a frame, which has no token', dashboard, false],
  ['a link without its dashboard', link, false],
  ['half a link', `${dashboard}/SHL01TESTTESTTESTTESTTESTTEST`, false],
  ['a secret that is no text of a link', `${dashboard}/SHL01TESTTESTTESTTESTTESTTEST.<script>`, true],
])('refuses %s', (_name, fragment, hasPageAround) => {
  expect(sharedView(fragment, hasPageAround)).toBeUndefined();
});
