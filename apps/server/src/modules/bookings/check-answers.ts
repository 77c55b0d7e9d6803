import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findServices } from '../booking-services/index.ts'

interface Answer {
  question: string
  answer: string
}

/**
 * The answers to the questions of these services, and to no others. Throws if a required one is neither answered nor
 * among those that were not asked, which are kept with an empty answer.
 */
export async function checkAnswers(
  tx: TenantTx,
  serviceIds: readonly string[],
  { answers, notAsked = [] }: { answers: readonly Answer[]; notAsked?: readonly string[] | undefined },
): Promise<Answer[]> {
  const services = await findServices(tx, serviceIds)
  const questions = services.flatMap((service) => service.questions)
  const given = new Map(answers.flatMap(({ question, answer }) => (answer === '' ? [] : [[question, answer]])))
  const missing = questions.find(({ isRequired, text }) => isRequired && !given.has(text) && !notAsked.includes(text))
  if (missing) throw new AppError('AnswerMissing', { question: missing.text })
  return [...new Set(questions.map(({ text }) => text))].flatMap((question) => {
    const answer = given.get(question) ?? (notAsked.includes(question) ? '' : undefined)
    return answer === undefined ? [] : [{ question, answer }]
  })
}
