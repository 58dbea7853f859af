import { type Connection, endsEarly, wholeListMax } from '../api/whole-list.js';
import { formatNumber } from '../format/format.js';

/** A note when a list is incomplete. */
export function ListEnd({ list, what }: { list: Connection | null | undefined; what: string }) {
  if (!endsEarly(list)) return null;
  return (
    <p className="note">
      Only the newest {formatNumber(wholeListMax)} {what} are listed here.
    </p>
  );
}
