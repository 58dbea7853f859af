import { href } from '../../routing/href.js';

/** Says that policies of a Data Pool have no effect, and where that can be changed. */
export function NotInForce({ pool }: { pool: { readonly id: string; readonly uniqueName: string } }) {
  return (
    <>
      Not in force: the access control of{' '}
      <a href={href('/pools/$id/$tab', { id: pool.id, tab: 'settings' })}>{pool.uniqueName}</a> is off, so
      every Application with a query scope reads all of it.
    </>
  );
}
