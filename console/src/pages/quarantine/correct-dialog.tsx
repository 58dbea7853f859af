import { correctQuarantinedEventMutation } from '@weir/client';
import { type KeyboardEvent, useState } from 'react';
import { useChange } from '../../api/use-operation.js';
import { layOutJson } from '../../format/json-layout.js';
import { announce } from '../../ui/announcer.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Form, FormFailure } from '../../ui/form.js';
import { Time } from '../../ui/time.js';
import { EventProblems } from './event-problems.js';
import type { ShownEvent } from './problem.js';

/** The service shows bytes that are not UTF-8 as this character. */
const lostBytes = '\uFFFD';

interface CorrectDialogProps {
  readonly dataSource: string;
  readonly event: ShownEvent;
  readonly onClose: () => void;
}

/** Stores one event with another payload. */
export function CorrectDialog({ dataSource, event, onClose }: CorrectDialogProps) {
  const [payload, setPayload] = useState(() => layOutJson(event.payload));
  const correct = useChange(correctQuarantinedEventMutation, () => {
    announce('The event is stored');
    onClose();
  });
  const submit = () => {
    correct.mutate({ input: { dataSource, id: event.id, payload } });
  };
  return (
    <Dialog title="Correct the event" onClose={onClose} wide>
      <Form className="stack" error={correct.error} onSubmit={submit}>
        <div className="two-columns">
          <Field
            label="Payload"
            name="payload"
            hint={
              event.payload.includes(lostBytes)
                ? `A JSON object. ${lostBytes} is in place of bytes that are not UTF-8.`
                : 'A JSON object. Ctrl+Enter stores it.'
            }
          >
            {(control) => (
              <textarea
                {...control}
                rows={14}
                value={payload}
                spellCheck={false}
                onChange={(change) => setPayload(change.target.value)}
                onKeyDown={submitOnCtrlEnter}
              />
            )}
          </Field>
          <div className="stack">
            <h3>As it was received</h3>
            <Time value={event.receivedAt} />
            <EventProblems errors={event.errors} />
            <FormFailure />
          </div>
        </div>
        <div className="row row-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={correct.isPending}>
            {correct.isPending ? 'Storing…' : 'Store the event'}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
}
