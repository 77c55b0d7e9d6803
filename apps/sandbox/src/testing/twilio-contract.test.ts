import { expect, test } from 'vitest'
import { startSandbox } from './start-sandbox.ts'
import { type ContractCheck, checkTwilioContract, hasTwilioContracts } from './twilio-contract.ts'

const title = hasTwilioContracts() ? '' : ' (skipped: ../shared/contracts/twilio is missing)'

async function startChecked() {
  let contract!: ContractCheck
  const harness = await startSandbox({}, (app) => {
    contract = checkTwilioContract(app)
  })
  return { harness, contract }
}

test.skipIf(!hasTwilioContracts())(
  `requests and responses conform to Twilio’s published contract${title}`,
  async () => {
    const { harness, contract } = await startChecked()
    const { client, account, sandbox } = harness
    const phone = '+14155550142'

    await client.api.v2010.accounts(account.sid).fetch()
    const [offer] = await client.availablePhoneNumbers('US').local.list({ areaCode: 206, smsEnabled: true, limit: 5 })
    await client.availablePhoneNumbers('US').local.list({ inLocality: 'Seattle', inRegion: 'WA', limit: 5 })
    await client.availablePhoneNumbers('US').local.list({ contains: '5550', limit: 5 })
    await client.pricing.v1.phoneNumbers.countries('US').fetch()
    const number = await client.incomingPhoneNumbers.create({
      phoneNumber: offer?.phoneNumber ?? '',
      smsUrl: `${harness.receiverOrigin}/inbound`,
      smsMethod: 'POST',
      friendlyName: 'Downtown',
    })
    const secondNumber = await client.incomingPhoneNumbers.create({ areaCode: '415' })
    await client.incomingPhoneNumbers(number.sid).update({ statusCallback: `${harness.receiverOrigin}/voice` })
    await client.incomingPhoneNumbers(number.sid).fetch()
    await client.incomingPhoneNumbers.list({ phoneNumber: number.phoneNumber, pageSize: 1 })
    await client.incomingPhoneNumbers.list({ pageSize: 1 })
    await client.incomingPhoneNumbers(secondNumber.sid).remove()

    const sent = await client.messages.create({
      from: number.phoneNumber,
      to: phone,
      body: 'Hello',
      statusCallback: `${harness.receiverOrigin}/status`,
    })
    const upload = await fetch(`${harness.origin}/sandbox/api/media`, {
      method: 'POST',
      headers: { 'content-type': 'image/gif' },
      body: Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1'),
    }).then((response) => response.json() as Promise<{ url: string }>)
    const received = await harness.text(phone, number.phoneNumber, 'look', [upload.url])
    await client.messages.create({
      from: number.phoneNumber,
      to: phone,
      mediaUrl: [`${harness.origin}${upload.url}`, `${harness.origin}${upload.url}`],
    })
    await client.messages.create({ from: number.phoneNumber, to: '+1', body: 'x' }).catch(() => undefined)
    await sandbox.idle()

    await client.messages(sent.sid).fetch()
    await client.messages.list({ to: phone, from: number.phoneNumber, dateSentAfter: new Date(0), pageSize: 1 })
    const [media] = await client.messages(received.body.sid).media.list()
    await client
      .messages(received.body.sid)
      .media(media?.sid ?? '')
      .fetch()
    await client
      .messages(received.body.sid)
      .media(media?.sid ?? '')
      .remove()
    await client.messages(sent.sid).update({ body: '' })
    await client.messages(sent.sid).remove()
    await client.lookups.v2.phoneNumbers(phone).fetch({ fields: 'line_type_intelligence' })
    await client.lookups.v2.phoneNumbers('+1200').fetch()

    await harness.api('POST', '/registrations', { phoneNumber: number.phoneNumber })
    const [service] = await client.messaging.v1.services.list({ limit: 20 })
    const { phoneNumbers, usAppToPerson } = client.messaging.v1.services(service?.sid ?? '')
    await phoneNumbers.list({ limit: 20 })
    const [campaign] = await usAppToPerson.list({ limit: 20 })
    await client.messaging.v1.brandRegistrations(campaign?.brandRegistrationSid ?? '').fetch()
    await client.messaging.v1
      .brandRegistrations(`BN${'0'.repeat(32)}`)
      .fetch()
      .catch(() => undefined)

    expect(contract.count()).toBeGreaterThan(20)
    expect(() => contract.assertNoViolations()).not.toThrow()
    await harness.stop()
  },
)

test.skipIf(!hasTwilioContracts())(`reports misspelled fields${title}`, async () => {
  const { harness, contract } = await startChecked()
  const { sid, authToken } = harness.account
  await fetch(`${harness.origin}/sandbox/twilio/2010-04-01/Accounts/${sid}/Messages.json?Colour=red`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${sid}:${authToken}`)}` },
    body: new URLSearchParams({ To: '+14155550142', Form: '+12065550100', SmartEncoded: 'perhaps' }),
  })
  expect(() => contract.assertNoViolations()).toThrow(/Form[\s\S]*SmartEncoded|SmartEncoded[\s\S]*Form/)
  expect(() => contract.assertNoViolations()).toThrow(/unknown query parameter Colour/)
  await harness.stop()
})
