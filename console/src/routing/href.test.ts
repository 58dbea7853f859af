import { describe, expect, it } from 'vitest';
import { href } from './href.js';
import { parseSearch } from './search.js';

describe('the URL of a view', () => {
  it('has its parameters as plain texts', () => {
    const url = href('/explore', {
      metric: 'MET1',
      range: 'LAST_N_DAYS:7',
      limit: '25',
      filter: 'a = "b&c"',
    });
    expect(url).toBe('#/explore?metric=MET1&range=LAST_N_DAYS%3A7&limit=25&filter=a+%3D+%22b%26c%22');
    expect(parseSearch(url.split('?')[1] ?? '')).toEqual({
      metric: 'MET1',
      range: 'LAST_N_DAYS:7',
      limit: '25',
      filter: 'a = "b&c"',
    });
  });

  it('omits parameters that are undefined or empty', () => {
    expect(href('/sql', { q: '', dialect: undefined })).toBe('#/sql');
  });

  it('fills the parameters of the path', () => {
    expect(href('/pools/$id/$tab', { id: 'a/b', tab: 'records', size: '100' })).toBe(
      '#/pools/a%2Fb/records?size=100',
    );
  });

  it('is checked by the compiler', () => {
    // @ts-expect-error: there is no such path
    href('/sourcez');
    // @ts-expect-error: there is no such parameter
    href('/explore', { metrics: 'MET1' });
    // @ts-expect-error: the path needs an ID
    href('/metrics/$id');
  });
});
