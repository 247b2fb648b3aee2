comment on column once_answers.answer is
  'The sealed answer in base64. Only a repetition of the call opens it. Null while its transaction is under way, which no other transaction sees.';
