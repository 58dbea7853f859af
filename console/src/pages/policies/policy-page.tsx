export function PolicyPage(_: { id: string }) {
  return null;
}
