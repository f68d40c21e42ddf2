import { sentHistory } from '../../processor/contents.ts';
import { openCallsOf, resultsContent } from '../../processor/history/open-calls.ts';
import type { RequestDraft } from '../../processor/request-draft.ts';

/**
 * A request whose contents a callback has edited, told as a whole: what the chain holds according to the session, then
 * the edited contents. The server's own history is another one, so the request does not continue it.
 */
export function dropEditedChain(draft: RequestDraft): RequestDraft {
  const { head, ...rest } = draft;
  if (head === undefined) {
    return draft;
  }
  const { previousInteractionId: _dropped, ...request } = draft.request;
  const history = sentHistory(draft);
  const answer = draft.context.session.events.find((event) => event.id === head.eventId);
  const answered = new Set(
    request.contents.flatMap(({ parts }) => (parts ?? []).map((part) => part.functionResponse?.id)),
  );
  // The callback may have taken out a result; its call must not stay open.
  const open = answer === undefined ? [] : openCallsOf(answer).filter(({ call }) => !answered.has(call.id));
  return {
    ...rest,
    request: {
      ...request,
      contents: [
        ...history.contents,
        ...(open.length === 0 ? [] : [resultsContent(open)]),
        ...request.contents,
      ],
      replaySteps: new Map([...history.replaySteps, ...(request.replaySteps ?? [])]),
    },
  };
}
