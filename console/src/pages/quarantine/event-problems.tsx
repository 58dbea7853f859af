import type { ShownEvent } from './problem.js';

export function EventProblems({ errors }: { errors: ShownEvent['errors'] }) {
  return (
    <div>
      {errors.map(({ column, reason, message }) => (
        <div key={`${column} ${reason}`} className="problem-text">
          {column !== null && <strong>{column}: </strong>}
          {message}
        </div>
      ))}
    </div>
  );
}
