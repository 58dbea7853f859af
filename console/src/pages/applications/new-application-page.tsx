export function NewApplicationPage() {
  return null;
}
