export function ApplicationPage(_: { id: string }) {
  return null;
}
